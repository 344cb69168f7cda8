import { createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { pipe, transform } from 'zod/mini';
import { call } from '../../api/client.ts';
import { formatTypedDay, parseDay, shiftDay, todayInMoscow } from '../../format/period.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { showNewDocument } from './queries.ts';

interface ReconciliationDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function ReconciliationDialog({ isOpen, onClose }: ReconciliationDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Запросить акт сверки">
      <ReconciliationForm onClose={onClose} />
    </Dialog>
  );
}

function ReconciliationForm({ onClose }: { onClose: () => void }) {
  const { form, text, failure, isPending } = useContractForm(reconciliationForm, lastMonth());
  const request = form(async (body) => {
    showNewDocument(await call(createReconciliation, { body }));
    onClose();
  });
  return (
    <form {...request}>
      <div className={dialog.text}>
        <p>
          В акте будут поступления и списания за период и баланс на начало и конец. Последний день должен уже пройти.
        </p>
      </div>
      <TextField label="С" data-autofocus {...dayField} {...text('from')} />
      <TextField label="По" {...dayField} {...text('to')} />
      <FormFailure failure={failure} />
      <DialogActions action="Запросить" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}

type Typed = Record<'from' | 'to', string>;

/** An invalid day is left for the contract's schema to refuse. */
const read = ({ from, to }: Typed) => ({ from: parseDay(from ?? '') ?? from, to: parseDay(to ?? '') ?? to });
export const reconciliationForm = pipe(transform(read), createReconciliation.body);

/** The month before, which is what most people reconcile. */
export function lastMonth(today = todayInMoscow()): Typed {
  const to = shiftDay(`${today.slice(0, 7)}-01`, -1);
  return { from: formatTypedDay(`${to.slice(0, 7)}-01`), to: formatTypedDay(to) };
}
