import type { Payment } from '@kazna/contract/cabinet/payments';
import { toDecimal } from '@kazna/contract/shared/money';

/** What fills in the form of a payment like this one. */
export function repeatSearch({ amountMinor, currency, method, description }: Payment) {
  const amount = toDecimal({ amountMinor, currency }).replace(/\.00$/, '');
  return { amount, currency, method, description: description ?? undefined };
}
