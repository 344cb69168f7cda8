import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { focusOnMount } from '../focus-on-mount.ts';
import classes from './dialog.module.css';

interface DialogActionsProps {
  /** The verb of the dialog's question. */
  action: string;
  /** Without it the action sends the form around. */
  onAction?: () => void;
  onCancel: () => void;
  /** The way out, where «Отмена» could be taken for the action. */
  cancelLabel?: string | undefined;
  isDangerous?: boolean | undefined;
  isPending?: boolean;
  /** When the safe choice takes the focus: as the dialog opens, as these buttons come into an open one, or never. */
  takesFocus?: 'on-open' | 'on-mount' | 'never';
}

/** The end of a dialog that asks. Nothing is disabled while pending: a disabled button would lose the focus. */
export function DialogActions({
  action,
  onAction,
  onCancel,
  cancelLabel = 'Отмена',
  isDangerous = false,
  isPending = false,
  takesFocus = 'on-open',
}: DialogActionsProps) {
  return (
    <div className={classes.actions}>
      <Button
        ref={takesFocus === 'on-mount' ? focusOnMount : undefined}
        variant="default"
        data-autofocus={takesFocus === 'on-open' || undefined}
        onClick={onCancel}
      >
        {cancelLabel}
      </Button>
      <Button
        type={onAction ? 'button' : 'submit'}
        variant="light"
        className={isDangerous ? classes.danger : undefined}
        aria-busy={isPending}
        aria-disabled={isPending}
        onClick={onAction}
      >
        {action}
      </Button>
    </div>
  );
}
