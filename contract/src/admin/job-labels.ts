export const jobLabels: Record<string, string> = {
  'account-news': 'Письмо владельцу аккаунта',
  'email-change': 'Письмо о смене e-mail',
  'admin-letter': 'Письмо администратору',
  'account-tidying': 'Удаление старых ссылок и сеансов',
  'bonus-crediting': 'Зачисление бонусов за приглашения',
  'card-binding': 'Сохранение карты',
  'document-closing': 'Закрывающие документы за месяц',
  'document-letter': 'Письмо с документом',
  'event-cleanup': 'Удаление старых событий',
  'hold-expiry': 'Снятие просроченных резервов',
  'idempotency-cleanup': 'Удаление старых ключей повторных запросов',
  'invitation-letter': 'Письмо с приглашением',
  'ledger-checking': 'Сверка балансов с книгой',
  'notification-folding': 'Объединение похожих уведомлений',
  'notification-following': 'Уведомления о новых событиях',
  'organization-letter': 'Письмо участнику организации',
  'organization-letter-cleanup': 'Удаление старых уведомлений',
  'organization-letter-dispatch': 'Отправка писем участникам организаций',
  'payment-settling': 'Выяснение судьбы платежа',
  'payment-tidying': 'Удаление старых уведомлений платёжной системы',
  'provider-notification': 'Уведомление платёжной системы',
  'recent-charges-refresh': 'Пересчёт недавних списаний',
  'refund-settling': 'Отправка возврата',
  'statement-cleanup': 'Удаление непроведённых выписок',
  'throttle-tidying': 'Удаление старых счётчиков попыток',
  'webhook-delivery-cleanup': 'Удаление старого журнала вебхуков',
  'webhook-letter': 'Письмо о недоступном адресе вебхуков',
};

export function jobLabel(name: string): string {
  return jobLabels[name] ?? name;
}
