import { type PaymentDetails, refundPayment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { call } from '../../api/client.ts';
import { RefundAmount, useRefundForm } from '../../parts/refund-fields.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { showChangedPayment } from './queries.ts';

interface RefundDialogProps {
  isOpen: boolean;
  onClose: () => void;
  payment: PaymentDetails;
}

export function RefundDialog({ isOpen, onClose, payment }: RefundDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Вернуть деньги?" width={560}>
      {payment.refundableMinor > 0 ? (
        <RefundForm payment={payment} onClose={onClose} />
      ) : (
        <NothingToRefund onClose={onClose} />
      )}
    </Dialog>
  );
}

function NothingToRefund({ onClose }: { onClose: () => void }) {
  return (
    <>
      <div className={dialog.text}>
        <p>
          Возвращать нечего: оплаченное уже потрачено. Бонусы и начисления поддержки на карту не возвращаются. Если это
          ошибка, напишите в поддержку.
        </p>
      </div>
      <div className={dialog.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Понятно
        </Button>
      </div>
    </>
  );
}

function RefundForm({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const { id, currency } = payment;
  const { left, form, text, failure, isPending } = useRefundForm(payment);

  const refund = form(async (body) => {
    const send = (headers: object) => call(refundPayment, { params: { paymentId: id }, headers, body });
    showChangedPayment(await sendIdempotently('refund', [id, body], send));
    showToast({ kind: 'success', message: 'Возврат отправлен', detail: formatMoney({ ...body, currency }) });
    onClose();
  });

  return (
    <form {...refund}>
      <RefundAmount left={left} text={text} />
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
      <DialogActions action="Вернуть деньги" onCancel={onClose} isDangerous isPending={isPending} />
    </form>
  );
}
