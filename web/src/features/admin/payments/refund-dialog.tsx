import { refundAnyPayment } from '@kazna/contract/admin/payments';
import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { call } from '../../../api/client.ts';
import { RefundAmount, useRefundForm } from '../../../parts/refund-fields.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../../ui/forms/idempotency-key.ts';
import { refreshAdmin } from '../queries.ts';
import { ReasonField } from '../reason-dialog.tsx';

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined until a payment was chosen. */
  payment: Payment | undefined;
}

export function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  const title = payment ? `Вернуть деньги за платёж на ${formatMoney(payment)}?` : '';
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={560}>
      {payment && <RefundForm key={payment.id} payment={payment} onClose={onClose} />}
    </Dialog>
  );
}

function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id: paymentId, currency } = payment;
  const { left, form, text, failure, isPending } = useRefundForm(payment);
  const refund = form(async (body) => {
    const send = (headers: object) => call(refundAnyPayment, { params: { paymentId }, headers, body });
    await sendIdempotently('refund', [paymentId, body], send);
    showToast({ kind: 'success', message: 'Возврат отправлен', detail: formatMoney({ ...body, currency }) });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...refund}>
      <RefundAmount left={left} text={text} />
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Вернуть деньги" onCancel={onClose} isDangerous isPending={isPending} />
    </form>
  );
}
