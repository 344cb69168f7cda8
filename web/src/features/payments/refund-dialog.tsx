import { formatMoney } from '@kazna/contract/money';
import { type PaymentDetails, refundPayment } from '@kazna/contract/payments';
import { call } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form-end.tsx';
import { RefundAmount, useRefundForm } from '../../ui/refund-fields.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { showChangedPayment } from './queries.ts';

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
  const { left, form, text, failure, isPending } = useRefundForm(payment);

  const refund = form(async (body) => {
    showChangedPayment(await call(refundPayment, { params: { paymentId: id }, body }));
    showToast({ kind: 'success', message: 'Возврат отправлен', detail: formatMoney({ ...body, currency }) });
    onDone();
  });

  return (
    <form {...refund}>
      <RefundAmount left={left} text={text} hasFocus />
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
