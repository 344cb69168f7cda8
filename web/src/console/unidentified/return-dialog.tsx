import { type BankReceipt, returnForm, returnReceipt } from '@kazna/contract/admin/bank-statements';
import { formatMoney } from '@kazna/contract/shared/money';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';

interface ReceiptDialogProps {
  isOpen: boolean;
  onClose: () => void;
  receipt: BankReceipt;
}

export function ReturnDialog({ isOpen, onClose, receipt }: ReceiptDialogProps) {
  const sum = formatMoney({ amountMinor: receipt.amountMinor, currency: 'RUB' });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Отметить возврат ${sum}?`}>
      <ReturnForm key={receipt.id} receipt={receipt} onClose={onClose} />
    </Dialog>
  );
}

function ReturnForm({ receipt, onClose }: Omit<ReceiptDialogProps, 'isOpen'>) {
  const { form, text, failure, isPending } = useContractForm(returnForm, { orderNumber: '', reason: '' });
  const save = form(async (body) => {
    await callConfirmed(returnReceipt, { params: { receiptId: receipt.id }, body });
    onClose();
    void refreshAdmin();
    showToast({ kind: 'success', message: 'Возврат отмечен' });
  });
  return (
    <form {...save}>
      <p className={dialog.text}>
        Плательщик: {receipt.payer}. Казна денег не отправляет: сначала верните их в банке. После отметки зачислить эти
        деньги будет нельзя.
      </p>
      <TextField
        label="Номер платёжного поручения"
        description="Которым банк отправил деньги обратно"
        autoComplete="off"
        maxLength={20}
        {...text('orderNumber')}
      />
      <ReasonField {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Отметить возврат" onCancel={onClose} isDangerous isPending={isPending} />
    </form>
  );
}
