import { Drawer as MantineDrawer, type DrawerProps as MantineDrawerProps } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import { useEffect, useState } from 'react';

interface DrawerProps extends Omit<MantineDrawerProps, 'opened'> {
  isOpen: boolean;
}

export function Drawer({ isOpen, attributes, ...props }: DrawerProps) {
  // Mounts closed first: Mantine restores the focus only for a drawer that it saw opening.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return (
    <MantineDrawer
      opened={isShown}
      // Without a role, the header element would be a second banner landmark.
      attributes={{ header: { role: 'none' }, ...attributes }}
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
      {...props}
    />
  );
}
