import { chargeRefundForm, refundChargeAsStaff } from '@kazna/contract/admin/operations';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { AmountField, formatTypedAmount, withTypedAmount } from '../../ui/forms/typed-amount.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';

interface ChargeRefundFormProps {
  chargeId: string;
  left: Money;
  onClose: () => void;
}

export function ChargeRefundForm({ chargeId, left, onClose }: ChargeRefundFormProps) {
  const { currency } = left;
  const schema = withTypedAmount(chargeRefundForm, () => currency);
  const initial = { amountMinor: formatTypedAmount(left), reason: '' };
  const { form, text, failure, isPending } = useContractForm(schema, initial);
  const refund = form(async (body) => {
    await sendIdempotently('charge-refund', [chargeId, body], (headers) =>
      callConfirmed(refundChargeAsStaff, { params: { chargeId }, headers, body }),
    );
    const detail = formatMoney({ amountMinor: body.amountMinor, currency });
    showToast({ kind: 'success', message: 'Списание вернули на баланс', detail });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...refund} aria-label="Возврат списания">
      <AmountField label="Сколько вернуть" description={`До ${formatMoney(left)}`} {...text('amountMinor')} />
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Вернуть на баланс" onCancel={onClose} isDangerous isPending={isPending} />
    </form>
  );
}
