import type { Document } from '@kazna/contract/cabinet/documents';
import { closeMonth } from '@kazna/contract/cabinet/monthly-documents';
import { call } from '../../api/client.ts';
import { monthsToChoose } from '../../format/months.ts';
import { useFormOrganization } from '../../parts/form-organization.tsx';
import { useMissingAddress } from '../../parts/missing-address.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

interface CloseMonthDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (document: Document) => void;
}

export function CloseMonthDialog({ isOpen, onClose, onMade }: CloseMonthDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Запросить документ за месяц">
      <CloseMonthForm onClose={onClose} onMade={onMade} />
    </Dialog>
  );
}

function CloseMonthForm({ onClose, onMade }: Omit<CloseMonthDialogProps, 'isOpen'>) {
  // The month that is not over yet has no document.
  const months = Object.entries(monthsToChoose(undefined)).slice(1);
  const { form, text, failure, isPending } = useContractForm(closeMonth.body, { period: months[0]?.[0] ?? '' });
  const address = useMissingAddress(true);
  const organization = useFormOrganization();
  const request = form(async (body) => {
    organization.requireSame();
    await address.save();
    organization.requireSame();
    onMade(await call(closeMonth, { body }));
    onClose();
  });
  return (
    <form {...request}>
      <div className={dialog.text}>
        <p>Акт или УПД за прошедший месяц приходит сам в первый день следующего. Если его нет, запросите.</p>
      </div>
      <SelectField
        label="Месяц"
        data-autofocus
        data={months.map(([value, label]) => ({ value, label }))}
        {...text('period')}
      />
      {address.field}
      <FormFailure failure={failure} />
      {organization.question ?? (
        <DialogActions action="Запросить" onCancel={onClose} isPending={isPending} takesFocus="never" />
      )}
    </form>
  );
}
