import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Anchor.css';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

interface LinkParts {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
}

export const LinkAnchor = createLink((props: AnchorProps & LinkParts) => <Anchor {...props} />);

export const LinkButton = createLink((props: ButtonProps & LinkParts) => <Button component="a" {...props} />);
