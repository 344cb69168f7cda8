import { type ReactNode, useRef, useState } from 'react';
import { asProblem } from '../feedback/problem.ts';
import { FormFailure } from '../forms/form-footer.tsx';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A question that names the object: «Удалить Анну из организации?» */
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The verb of the question, as the button's label. */
  action: string;
  /** Replaces «Отмена» where that could be mistaken for the action. */
  cancelLabel?: string | undefined;
  isDangerous?: boolean;
  /** A rejection with the server's problem is shown in the dialog. */
  onConfirm: () => Promise<unknown>;
}

/** Confirms an irreversible action; the safe choice has the focus. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  action,
  cancelLabel,
  isDangerous = false,
  onConfirm,
}: ConfirmDialogProps) {
  const [failure, setFailure] = useState<{ message: string; attempt: number }>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);

  function close() {
    setFailure(undefined);
    onClose();
  }

  async function confirm() {
    if (isSending.current) return;
    isSending.current = true;
    setIsPending(true);
    try {
      await onConfirm();
      close();
    } catch (reason) {
      setFailure((last) => ({ message: asProblem(reason).detail, attempt: (last?.attempt ?? 0) + 1 }));
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <div className={classes.text}>{children}</div>
      <FormFailure failure={failure} />
      <DialogActions
        action={action}
        onAction={() => void confirm()}
        onCancel={close}
        cancelLabel={cancelLabel}
        isDangerous={isDangerous}
        isPending={isPending}
      />
    </Dialog>
  );
}
