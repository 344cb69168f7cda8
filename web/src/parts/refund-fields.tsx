import { refundForm } from '@kazna/contract/cabinet/payments';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import dialog from '../ui/dialogs/dialog.module.css';
import { useContractForm } from '../ui/forms/form.ts';
import { formatTypedAmount, withTypedAmount } from '../ui/forms/typed-amount.ts';
import { AmountField } from './amount-field.tsx';

interface Refunded extends Money {
  refundedMinor: number;
  /** The refundable maximum if known: less than the remainder once money was spent. */
  refundableMinor?: number;
}

/** A refund form prefilled with the remainder. */
export function useRefundForm({ amountMinor, refundedMinor, refundableMinor, currency }: Refunded) {
  const left: Money = { amountMinor: refundableMinor ?? amountMinor - refundedMinor, currency };
  const schema = withTypedAmount(refundForm, () => currency);
  return { left, ...useContractForm(schema, { amountMinor: formatTypedAmount(left), reason: '' }) };
}

export function RefundAmount({ left, text }: Pick<ReturnType<typeof useRefundForm>, 'left' | 'text'>) {
  return (
    <>
      <div className={dialog.text}>
        <p>
          Сумма сразу спишется с баланса и вернётся тому, кто платил, тем же способом. Отменить возврат будет нельзя.
        </p>
      </div>
      <AmountField label="Сумма возврата" description={`До ${formatMoney(left)}`} {...text('amountMinor')} />
    </>
  );
}
