import { Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { DialogActions } from './dialog-actions.tsx';
import classes from './loaded-dialog.module.css';
import { restoreFocus } from './restore-focus.ts';
import { openDialogs } from './use-dialog.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Pixels; forms use 560. */
  width?: number;
  children: ReactNode;
}

/**
 * Escape and outside clicks ask before typed text is lost, unless marked `data-saved`, and before what is marked
 * `data-shown-once`. Its own buttons do not ask. While an action is under way nothing closes it: its answer would find
 * another dialog open, or none.
 */
export function LoadedDialog({ isOpen, onClose, title, width = 480, children }: DialogProps) {
  // Mounts closed first: Mantine restores the focus only for a dialog that it saw opening.
  const [isShown, setIsShown] = useState(false);
  const [question, setQuestion] = useState<string>();
  const isTyped = useRef(false);
  const lastFocused = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement;
    setIsShown(isOpen);
    setQuestion(undefined);
    isTyped.current = false;
  }, [isOpen]);

  // The dialog may unmount together with the row that owns it.
  useEffect(() => () => restoreFocus(opener.current), []);

  useAnotherView(title, content, () => {
    isTyped.current = false;
    setQuestion(undefined);
  });

  const has = (selector: string) => content.current?.querySelector(selector) != null;

  function close() {
    if (!has(actionUnderWay)) onClose();
  }

  function leave() {
    // Escape reaches every open dialog, and is meant for the one on top.
    if (!openDialogs().at(-1)?.contains(content.current)) return;
    if (question) return stay();
    const isShownOnce = has('[data-shown-once]');
    if (!isShownOnce && (!isTyped.current || has('[data-saved]'))) return close();
    const loss = isShownOnce ? 'Ещё раз мы это не покажем.' : 'Введённое не сохранится.';
    if (!has(actionUnderWay)) setQuestion(`Закрыть окно? ${loss}`);
  }

  function stay() {
    setQuestion(undefined);
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
      // Without a role, the header element would be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
      // The kit's own handler of a click would call `leave` first.
      closeButtonProps={{
        'aria-label': 'Закрыть',
        onClickCapture: (event) => {
          event.stopPropagation();
          close();
        },
      }}
      onExitTransitionEnd={() => restoreFocus(opener.current, content.current?.closest('[role="dialog"]'))}
      onInput={({ target }) => {
        if (isText(target)) isTyped.current = true;
      }}
      onFocus={({ target }) => {
        if (!question) lastFocused.current = target;
      }}
    >
      <div ref={content}>{children}</div>
      {question && (
        <div className={classes.question}>
          <p role="alert">{question}</p>
          <DialogActions
            action="Закрыть окно"
            onAction={close}
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

const focusable = 'input, select, textarea, button, a[href]';

/** A form in place of a list, or the list again once the form is saved: the button that had the focus is gone. */
function useAnotherView(title: string, content: RefObject<HTMLElement | null>, onChange: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another title means another view
  useEffect(() => {
    onChange();
    if (document.activeElement === document.body) content.current?.querySelector<HTMLElement>(focusable)?.focus();
  }, [title]);
}

/** Its button; lists that load and files that are downloaded have `aria-busy` alone. */
const actionUnderWay = '[aria-busy="true"][aria-disabled="true"]';

/** Only typed text is worth a question: a checkbox or a radio is quick to set again. */
function isText(field: EventTarget): boolean {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !/box|radio/.test(field.type));
}
