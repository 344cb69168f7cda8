import { type AdminPayment, isPaidOtherwise } from '@kazna/contract/admin/payments';
import { currencies, formatMoney, type Money } from '@kazna/contract/shared/money';

/** Returns the amount that the provider claims, if it differs and can be credited. */
export function claimedMoney({ claim }: AdminPayment): Money | null {
  const currency = currencies.find((known) => known === claim?.currency);
  return claim?.amountMinor && currency ? { amountMinor: claim.amountMinor, currency } : null;
}

/** Returns null where nothing speaks against the requested amount. */
export function claimedText(payment: AdminPayment): string | null {
  const money = claimedMoney(payment);
  if (money) return formatMoney(money);
  if (payment.claim) return `неизвестная сумма, валюта ${payment.claim.currency}`;
  return isPaidOtherwise(payment) ? 'неизвестная сумма' : null;
}

export function canCredit(payment: AdminPayment): boolean {
  if (payment.reason === 'organization_closed') return false;
  return payment.claim === null ? !isPaidOtherwise(payment) : claimedMoney(payment) !== null;
}
