import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { focusOnMount } from '../forms/fields.tsx';
import classes from './dialog.module.css';

interface DialogActionsProps {
  action: string;
  /** Without it the button submits the surrounding form. */
  onAction?: () => void;
  onCancel: () => void;
  cancelLabel?: string | undefined;
  isDangerous?: boolean | undefined;
  isPending?: boolean;
  /** When the cancel button takes the focus: on open, on mount inside an open dialog, or never. */
  takesFocus?: 'on-open' | 'on-mount' | 'never';
}

/**
 * Buttons stay enabled while pending: disabling a focused button would lose the focus. Canceling would stop nothing then, so
 * it waits for the outcome; a call ends by its own timeout.
 */
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
        aria-disabled={isPending || undefined}
        onClick={isPending ? undefined : onCancel}
      >
        {cancelLabel}
      </Button>
      <Button
        type={onAction ? 'button' : 'submit'}
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
