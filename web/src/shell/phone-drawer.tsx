import { Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './shell.module.css';

interface PhoneDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The side panel on a phone; lazy, so that desktops never load it. */
export function PhoneDrawer({ isOpen, onClose, children }: PhoneDrawerProps) {
  // Mounts closed first: Mantine restores the focus only for a drawer that it saw opening.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      size={280}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Меню' } }}
    >
      <div className={classes.drawer}>{children}</div>
    </Drawer>
  );
}
