import type { getPaymentTotals } from '@kazna/contract/cabinet/payments';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { Totals } from '../../../ui/lists/totals.tsx';

interface TotalsLineProps {
  /** Undefined while loading. */
  totals: Answer<typeof getPaymentTotals> | undefined;
  hasFailed: boolean;
}

export function TotalsLine({ totals, hasFailed }: TotalsLineProps) {
  return (
    <Totals count={totals?.count} forms={['платёж', 'платежа', 'платежей']} hasFailed={hasFailed}>
      {totals?.items.map((total) => (
        <span key={total.currency}>
          {totalsParts(total).map(({ word, amount }, index) => (
            <span key={word}>
              {index > 0 && ' · '}
              {word}&nbsp;{index === 0 ? <b>{amount}</b> : amount}
            </span>
          ))}
        </span>
      ))}
    </Totals>
  );
}

type Total = Answer<typeof getPaymentTotals>['items'][number];

interface TotalsPart {
  word: string;
  amount: string;
}

/** Returns «Оплачено 1 000 ₽», «возвращено 200 ₽», «не прошло 300 ₽»: unpaid amounts are not added to paid ones. */
export function totalsParts({ currency, ...total }: Omit<Total, 'count'>): TotalsPart[] {
  const sums = [
    ['оплачено', total.paidMinor],
    ['возвращено', total.refundedMinor],
    ['ждёт оплаты', total.pendingMinor],
    ['не прошло', total.failedMinor],
  ] as const;
  return sums
    .filter(([, amountMinor]) => amountMinor > 0)
    .map(([word, amountMinor], index) => ({
      word: index === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word,
      amount: formatMoney({ amountMinor, currency }),
    }));
}
