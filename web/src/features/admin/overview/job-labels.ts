const words: Record<string, string> = {
  'account-news': 'Письмо владельцу аккаунта',
  'email-change': 'Письмо о смене e-mail',
  'account-tidying': 'Удаление старых ссылок и сессий',
  'invitation-letter': 'Письмо с приглашением',
  'payment-settling': 'Выяснение судьбы платежа',
  'refund-settling': 'Отправка возврата',
  'provider-notification': 'Уведомление платёжной системы',
  'payment-tidying': 'Удаление старых уведомлений платёжной системы',
  'ledger-checking': 'Сверка балансов с книгой',
  'bonus-crediting': 'Зачисление бонусов за приглашения',
  'throttle-tidying': 'Удаление старых счётчиков попыток',
  'idempotency-cleanup': 'Удаление старых ключей повторных запросов',
};

export function jobLabel(name: string): string {
  return words[name] ?? name;
}
