import type { AdminPayment } from '@kazna/contract/admin/payments';
import { currencies, formatMoney, type Money } from '@kazna/contract/shared/money';

/** Returns the amount that the provider claims, if it differs and can be credited. */
export function claimedMoney({ claim }: AdminPayment): Money | null {
  const currency = currencies.find((known) => known === claim?.currency);
  return claim?.amountMinor && currency ? { amountMinor: claim.amountMinor, currency } : null;
}

/** Returns null when the provider's claim matches. */
export function claimedText(payment: AdminPayment): string | null {
  const money = claimedMoney(payment);
  if (money) return formatMoney(money);
  return payment.claim && `Не называет сумму, валюта ${payment.claim.currency}`;
}

export function canCredit(payment: AdminPayment): boolean {
  return payment.reason !== 'organization_closed' && (payment.claim === null || claimedMoney(payment) !== null);
}
