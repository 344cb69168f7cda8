import { refundForm } from '@kazna/contract/cabinet/payments';
import { formatMoney, type Money, parseAmount } from '@kazna/contract/shared/money';
import type * as z from 'zod/mini';
import dialog from '../ui/dialogs/dialog.module.css';
import { DialogActions } from '../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../ui/feedback/toasts.tsx';
import { TextField } from '../ui/forms/fields.tsx';
import { useContractForm } from '../ui/forms/form.ts';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../ui/forms/idempotency-key.ts';
import { AmountField, formatTypedAmount, withTypedAmount } from '../ui/forms/typed-amount.tsx';

interface RefundedPayment extends Money {
  id: string;
  refundedMinor: number;
  /** The refundable maximum if known: less than the remainder once money was spent. */
  refundableMinor?: number;
}

interface RefundFormProps {
  payment: RefundedPayment;
  /** Of the organization, in the payment's currency; undefined while loading, or where it is not shown. */
  balanceMinor?: number | undefined;
  /** Says who will see the reason. */
  reasonHint: string;
  onSend: (body: z.output<typeof refundForm>, headers: { 'idempotency-key': string }) => Promise<unknown>;
  onClose: () => void;
}

export function RefundForm({ payment, balanceMinor, reasonHint, onSend, onClose }: RefundFormProps) {
  const { id, currency, amountMinor, refundedMinor, refundableMinor } = payment;
  const left: Money = { amountMinor: refundableMinor ?? amountMinor - refundedMinor, currency };
  const schema = withTypedAmount(refundForm, () => currency);
  const initial = { amountMinor: formatTypedAmount(left), reason: '' };
  const { form, text, values, failure, isPending } = useContractForm(schema, initial);
  const typedMinor = parseAmount(values.amountMinor ?? '', currency);
  const isAllowed = typedMinor !== null && typedMinor > 0 && typedMinor <= left.amountMinor;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const change =
    balanceMinor !== undefined &&
    `На балансе ${money(balanceMinor)}${isAllowed ? `, станет ${money(balanceMinor - typedMinor)}` : ''}`;
  const refund = form(async (body) => {
    await sendIdempotently('refund', [id, body], (headers) => onSend(body, headers));
    showToast({ kind: 'success', message: 'Возврат отправлен', detail: formatMoney({ ...body, currency }) });
    onClose();
  });
  return (
    <form {...refund}>
      <div className={dialog.text}>
        <p>
          Сумма сразу спишется с баланса и вернётся тому, кто платил, тем же способом. Отменить возврат будет нельзя.
        </p>
      </div>
      <AmountField
        label="Сумма возврата"
        description={[`До ${formatMoney(left)}`, change].filter(Boolean).join('. ')}
        {...text('amountMinor')}
      />
      <TextField
        label="Причина"
        description={reasonHint}
        {...text('reason')}
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={250}
      />
      <FormFailure failure={failure} />
      <DialogActions
        action={isAllowed ? `Вернуть ${money(typedMinor)}` : 'Вернуть деньги'}
        onCancel={onClose}
        isDangerous
        isPending={isPending}
      />
    </form>
  );
}
