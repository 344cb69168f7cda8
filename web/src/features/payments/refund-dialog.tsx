import { formatMoney } from '@kazna/contract/money';
import { type PaymentDetails, refundForm, refundPayment } from '@kazna/contract/payments';
import { call } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useContractForm } from '../../ui/form.ts';
import { FormFailure, SubmitButton } from '../../ui/form-end.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { showChangedPayment } from './queries.ts';
import { toTyped, withTypedAmount } from './typed-amount.ts';

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  payment: PaymentDetails;
}

export function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Вернуть деньги?" width={560}>
      <RefundForm payment={payment} onDone={onClose} />
    </Dialog>
  );
}

function RefundForm({ payment, onDone }: { payment: PaymentDetails; onDone: () => void }) {
  const { id, currency } = payment;
  const left = { amountMinor: payment.amountMinor - payment.refundedMinor, currency };
  const schema = withTypedAmount(refundForm, () => currency);
  const { form, text, failure, isPending } = useContractForm(schema, { amountMinor: toTyped(left), reason: '' });

  const refund = form(async (body) => {
    showChangedPayment(await call(refundPayment, { params: { paymentId: id }, body }));
    showToast({ kind: 'success', message: 'Возврат отправлен', detail: formatMoney({ ...body, currency }) });
    onDone();
  });

  return (
    <form {...refund}>
      <p>Сумма сразу спишется с баланса и вернётся тому, кто платил, тем же способом. Отменить возврат будет нельзя.</p>
      <TextField
        label="Сумма возврата"
        description={`До ${formatMoney(left)}`}
        {...text('amountMinor')}
        required
        withAsterisk={false}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        data-autofocus
      />
      <TextField
        label="Причина"
        description="Останется в истории платежа"
        {...text('reason')}
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={250}
      />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Вернуть деньги</SubmitButton>
    </form>
  );
}
