import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DialogActions } from './dialog-actions.tsx';
import classes from './loaded-dialog.module.css';
import { openDialogs } from './open-dialogs.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Pixels; a form takes 560. */
  width?: number;
  children: ReactNode;
}

/**
 * What was typed into it is not lost by a click beside it or by Escape: those ask first, unless what it shows says by
 * `data-saved` that nothing would be lost. Its own buttons do not ask.
 */
export function LoadedDialog({ isOpen, onClose, title, width = 480, children }: DialogProps) {
  // Mounted closed first: a dialog that is born open does not know where to return the focus.
  const [isShown, setIsShown] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isTyped = useRef(false);
  const lastFocused = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setIsShown(isOpen);
    setIsAsking(false);
    isTyped.current = false;
  }, [isOpen]);

  // The dialog may go together with the row it belongs to.
  useEffect(() => () => restoreFocus(), []);

  function leave() {
    if (isAsking) return stay();
    if (!isTyped.current || content.current?.querySelector('[data-saved]')) return onClose();
    setIsAsking(true);
  }

  function stay() {
    setIsAsking(false);
    lastFocused.current?.focus();
  }

  return (
    <Modal
      opened={isShown}
      onClose={leave}
      title={title}
      size={width}
      centered
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
      // The header of a dialog is not a second banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Закрыть', onClick: onClose }}
      onExitTransitionEnd={() => restoreFocus(content.current?.closest('[role="dialog"]'))}
      onInput={({ target }) => {
        if (isText(target)) isTyped.current = true;
      }}
      onFocus={({ target }) => {
        if (!isAsking) lastFocused.current = target;
      }}
    >
      <div ref={content}>{children}</div>
      {isAsking && (
        <div className={classes.question}>
          <p role="alert">Закрыть окно? Введённое не сохранится.</p>
          <DialogActions
            action="Закрыть окно"
            onAction={onClose}
            onCancel={stay}
            cancelLabel="Остаться"
            isDangerous
            takesFocus="on-mount"
          />
        </div>
      )}
    </Modal>
  );
}

/** What opened the dialog may be gone by what was done in it: the focus goes to the heading then, not to the page's top. */
function restoreFocus(closed?: Element | null) {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !closed?.contains(activeElement)) return;
    const place = openDialogs().findLast((one) => one !== closed) ?? document.querySelector('h1');
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
}

/** A box or a choice is made again in a moment; words are not. */
function isText(field: EventTarget): boolean {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !/box|radio/.test(field.type));
}
