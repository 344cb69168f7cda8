import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './loaded-dialog.module.css';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Pixels; a form takes 560. */
  width?: number;
  children: ReactNode;
}

export function LoadedDialog({ isOpen, onClose, title, width = 480, children }: DialogProps) {
  // Mounted closed first: a dialog that is born open does not know where to return the focus.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      title={title}
      size={width}
      centered
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
      // The header of a dialog is not a second banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      {children}
    </Modal>
  );
}
