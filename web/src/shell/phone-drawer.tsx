import type { ReactNode } from 'react';
import { Drawer } from '../ui/dialogs/drawer.tsx';
import classes from './shell.module.css';

interface PhoneDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The side panel on a phone, at the side of «Ещё», which opens it; lazy, so that desktops never load it. */
export function PhoneDrawer({ isOpen, onClose, children }: PhoneDrawerProps) {
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      position="right"
      size={280}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Меню' } }}
    >
      <div className={classes.drawer}>{children}</div>
    </Drawer>
  );
}
