import { reasonForm } from '@kazna/contract/admin/reason';
import type { TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import dialog from '../ui/dialogs/dialog.module.css';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { DialogActions } from '../ui/dialogs/dialog-actions.tsx';
import { TextField } from '../ui/forms/fields.tsx';
import { useContractForm } from '../ui/forms/form.ts';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { refreshAdmin } from './staff-calls.ts';

interface ReasonDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A question that names the object: «Заблокировать Анну Котову?» */
  title: string;
  children: ReactNode;
  action: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** Whether the organization's own log shows the action. */
  isSeenByOwner?: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
}

/** Confirms a staff action and asks for its reason; the safe choice has the focus. */
export function ReasonDialog({ isOpen, onClose, title, ...rest }: ReasonDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <ReasonForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type ReasonFormProps = Omit<ReasonDialogProps, 'isOpen' | 'title'>;

function ReasonForm({
  onClose,
  children,
  action,
  cancelLabel,
  isDangerous,
  isSeenByOwner,
  onConfirm,
}: ReasonFormProps) {
  const { form, text, failure, isPending } = useContractForm(reasonForm, { reason: '' });
  const confirm = form(async ({ reason }) => {
    await onConfirm(reason);
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...confirm}>
      <div className={dialog.text}>{children}</div>
      <ReasonField isSeenByOwner={isSeenByOwner} {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions
        action={action}
        onCancel={onClose}
        cancelLabel={cancelLabel}
        isDangerous={isDangerous}
        isPending={isPending}
      />
    </form>
  );
}

export const reasonHints = {
  staffLog: 'Останется в журнале',
  organizationLog: 'Останется в журнале, его видит владелец организации',
};

interface ReasonFieldProps extends TextInputProps {
  isSeenByOwner?: boolean | undefined;
}

export function ReasonField({ isSeenByOwner, ...field }: ReasonFieldProps) {
  return (
    <TextField
      label="Причина"
      description={isSeenByOwner ? reasonHints.organizationLog : reasonHints.staffLog}
      {...field}
      required
      withAsterisk={false}
      autoComplete="off"
      maxLength={250}
    />
  );
}
