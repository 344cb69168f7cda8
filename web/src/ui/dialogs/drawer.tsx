import { Drawer as MantineDrawer, type DrawerProps as MantineDrawerProps } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import { useEffect, useRef, useState } from 'react';
import { restoreFocus } from './restore-focus.ts';

interface DrawerProps extends Omit<MantineDrawerProps, 'opened'> {
  isOpen: boolean;
}

export function Drawer({ isOpen, attributes, ...props }: DrawerProps) {
  // Mounts closed first: Mantine restores the focus only for a drawer that it saw opening.
  const [isShown, setIsShown] = useState(false);
  const opener = useRef<Element>(null);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement;
    setIsShown(isOpen);
  }, [isOpen]);
  return (
    <MantineDrawer
      ref={root}
      opened={isShown}
      onExitTransitionEnd={() => restoreFocus(opener.current, root.current)}
      // Without a role, the header element would be a second banner landmark.
      attributes={{ header: { role: 'none' }, ...attributes }}
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
      {...props}
    />
  );
}
