import type { getPaymentTotals } from '@kazna/contract/cabinet/payments';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';

type Total = Answer<typeof getPaymentTotals>['items'][number];

/** Returns «Оплачено 1 000 ₽ · возвращено 200 ₽ · не прошло 300 ₽»: unpaid amounts are not added to paid ones. */
export function totalsText({ currency, ...total }: Omit<Total, 'count'>): string {
  const parts = [
    ['оплачено', total.paidMinor],
    ['возвращено', total.refundedMinor],
    ['ожидает', total.pendingMinor],
    ['не прошло', total.failedMinor],
  ] as const;
  const words = parts
    .filter(([, amountMinor]) => amountMinor > 0)
    .map(([word, amountMinor]) => `${word}\u00a0${formatMoney({ amountMinor, currency })}`)
    .join('\u00a0· ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
