import { createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { call } from '../../api/client.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { dayField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { showNewDocument } from './queries.ts';
import { lastMonth, reconciliationForm } from './reconciliation-form.ts';

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
