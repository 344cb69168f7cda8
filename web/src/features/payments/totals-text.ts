import type { getPaymentTotals } from '@kazna/contract/cabinet/payments';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';

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
