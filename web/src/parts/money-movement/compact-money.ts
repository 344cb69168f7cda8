import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { compactNumber } from '../../format/compact-number.ts';

/** Returns «1,5 млн ₽» for an axis. */
export function compactMoney({ amountMinor, currency }: Money): string {
  const sign = formatMoney({ amountMinor: 0, currency }).replace('0,00', '');
  return `${compactNumber(amountMinor / 100)}${sign}`;
}
