import { reasonForm } from '@kazna/contract/admin';
import { Button, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure } from '../../ui/form-end.tsx';
import classes from './dialogs.module.css';
import { refreshAdmin } from './queries.ts';

interface ReasonDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A question that names whom or what it is done to: «Заблокировать Анну Котову?» */
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** The verb of the question. */
  action: string;
  isDangerous?: boolean;
  /** Rejects with the server's body, which is then shown in the dialog. */
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Asks before an operator's action and wants to know why; the safe choice has the focus. */
export function ReasonDialog({ isOpen, onClose, title, ...rest }: ReasonDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <ReasonForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type ReasonFormProps = Omit<ReasonDialogProps, 'isOpen' | 'title'>;

function ReasonForm({ onClose, children, action, isDangerous, onConfirm }: ReasonFormProps) {
  const { form, text, failure, isPending } = useContractForm(reasonForm, { reason: '' });
  const confirm = form(async ({ reason }) => {
    await onConfirm(reason);
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...confirm}>
      <div className={classes.text}>{children}</div>
      <ReasonField {...text('reason')} />
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Отмена
        </Button>
        <Button
          type="submit"
          variant="light"
          className={isDangerous ? classes.danger : undefined}
          aria-busy={isPending}
          aria-disabled={isPending}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}

export function ReasonField(field: TextInputProps) {
  return (
    <TextField
      label="Причина"
      description="Останется в журнале"
      {...field}
      required
      withAsterisk={false}
      autoComplete="off"
      maxLength={250}
    />
  );
}
