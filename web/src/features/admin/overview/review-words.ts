/** Why a payment waits for a person, as the operator needs to hear it. */
export function reviewReason(reason: string | null): string {
  if (reason === 'outcome_unknown') return 'Платёжная система не сказала, прошла ли оплата';
  if (reason === 'payment_differs') return 'Сумма или валюта в платёжной системе другая';
  return 'Ответ платёжной системы не сошёлся с платежом';
}
