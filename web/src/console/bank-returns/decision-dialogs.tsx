import {
  type AdminBankReturn,
  declineBankReturn,
  markBankReturned,
  returnedForm,
} from '@kazna/contract/admin/bank-returns';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { call } from '../../api/client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';

interface DecisionDialogProps extends OpenProps {
  bankReturn: AdminBankReturn;
}

export function ReturnedDialog({ isOpen, onClose, bankReturn }: DecisionDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Отправили ${formatMoney(bankReturn)}?`}>
      <ReturnedForm key={bankReturn.id} bankReturn={bankReturn} onClose={onClose} />
    </Dialog>
  );
}

function ReturnedForm({ bankReturn, onClose }: Omit<DecisionDialogProps, 'isOpen'>) {
  const { form, text, failure, isPending } = useContractForm(returnedForm, { orderNumber: '' });
  const { id: bankReturnId, organizationName } = bankReturn;
  const save = form(async (body) => {
    await callConfirmed(markBankReturned, { params: { bankReturnId }, body });
    onClose();
    void refreshAdmin();
    showToast({
      kind: 'success',
      message: 'Возврат отмечен',
      detail: `${organizationName}, ${formatMoney(bankReturn)}`,
    });
  });
  return (
    <form {...save}>
      <div className={dialog.text}>
        <p>
          Казна денег не отправляет: сначала переведите их в банке, и только на счёт, с которого они пришли. Отметку
          нельзя отменить, {quoted(organizationName)} получит письмо с номером поручения.
        </p>
      </div>
      <TextField
        label="Номер платёжного поручения"
        description="Которым банк отправил деньги"
        autoComplete="off"
        maxLength={20}
        {...text('orderNumber')}
      />
      <FormFailure failure={failure} />
      <DialogActions action="Отметить возврат" onCancel={onClose} isDangerous isPending={isPending} />
    </form>
  );
}

export function DeclineDialog({ isOpen, onClose, bankReturn }: DecisionDialogProps) {
  const { id: bankReturnId, organizationName } = bankReturn;
  const sum = formatMoney(bankReturn);
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Не возвращать ${sum}?`}
      action="Вернуть на баланс"
      isDangerous
      isSeenByOwner
      onConfirm={async (reason) => {
        await call(declineBankReturn, { params: { bankReturnId }, body: { reason } });
        showToast({ kind: 'success', message: 'Деньги вернулись на баланс', detail: `${organizationName}, ${sum}` });
      }}
    >
      Вернём {sum} на баланс {quoted(organizationName)}. Сначала убедитесь, что банк их не отправил: иначе деньги уйдут
      дважды.
    </ReasonDialog>
  );
}
