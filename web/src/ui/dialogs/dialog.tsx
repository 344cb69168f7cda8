import type { ReactNode } from 'react';
import { FormFailure } from '../forms/form-footer.tsx';
import { useAction } from '../forms/use-action.ts';
import classes from './dialog.module.css';
import { DialogActions } from './dialog-actions.tsx';
import type { DialogProps } from './loaded-dialog.tsx';
import { useLoaded } from './use-dialog.ts';

const load = () => import('./loaded-dialog.tsx').then(({ LoadedDialog }) => LoadedDialog);

/** Lazily loads the modal: most page views never open a dialog. */
export function Dialog(props: DialogProps) {
  const Loaded = useLoaded(props.isOpen, load, props.onClose);
  return Loaded && <Loaded {...props} />;
}

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
  const { failure, isPending, run, clearFailure } = useAction(async () => {
    await onConfirm();
    close();
  });

  function close() {
    clearFailure();
    onClose();
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <div className={classes.text}>{children}</div>
      <FormFailure failure={failure} />
      <DialogActions
        action={action}
        onAction={run}
        onCancel={close}
        cancelLabel={cancelLabel}
        isDangerous={isDangerous}
        isPending={isPending}
      />
    </Dialog>
  );
}
