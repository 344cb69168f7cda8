import { formatMoney, type Money } from '@kazna/contract/shared/money';

const short = new Intl.NumberFormat('ru', { notation: 'compact', maximumFractionDigits: 1 });

/** Returns «1,5 млн ₽» for an axis. */
export function compactMoney({ amountMinor, currency }: Money): string {
  const sign = formatMoney({ amountMinor: 0, currency }).replace('0,00', '');
  return `${short.format(amountMinor / 100).replace('-', '\u2212')}${sign}`;
}
