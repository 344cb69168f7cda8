const words: Record<string, string> = {
  outcome_unknown: 'Платёжная система не сказала, прошла ли оплата',
  amount_differs: 'Оплачена другая сумма',
  currency_differs: 'Оплачено в другой валюте',
  payment_differs: 'Деньги пришли по другому платежу платёжной системы',
  provider_unknown: 'Платёжная система этого платежа больше не подключена',
  organization_closed: 'Оплачено после закрытия организации',
};

export function reviewReason(reason: string | null): string {
  return words[reason ?? ''] ?? 'Ответ платёжной системы не сошёлся с платежом';
}
