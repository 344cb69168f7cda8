import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import type { ReactElement } from 'react';

interface HintProps {
  label: string;
  isShown: boolean;
  children: ReactElement;
}

/** Names an icon that stands without its word. */
export function Hint({ label, isShown, children }: HintProps) {
  return (
    <Tooltip
      label={label}
      position="right"
      disabled={!isShown}
      events={{ hover: true, focus: true, touch: false }}
      aria-hidden
    >
      {children}
    </Tooltip>
  );
}
