import type { Payment } from '@kazna/contract/cabinet/payments';
import { toDecimal } from '@kazna/contract/shared/money';

export function repeatSearch({ amountMinor, currency, method, description }: Payment) {
  const amount = toDecimal({ amountMinor, currency }).replace(/\.00$/, '');
  return { amount, currency, method, description: description ?? undefined };
}
