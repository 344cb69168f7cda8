import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Pixels; a form takes 560. */
  width?: number;
  children: ReactNode;
}

export function Dialog({ isOpen, onClose, title, width = 480, children }: DialogProps) {
  return (
    <Modal
      opened={isOpen}
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
