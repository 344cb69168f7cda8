import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { reasonForm } from './reason.ts';

export const failedJob = z.object({
  id,
  name: z.string(),
  failedAt: time,
  /** How often in the last days; more than once only for what runs by schedule. */
  times: z.int(),
  error: z.string(),
});

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Jobs that were tried as often as allowed and failed',
  access: { staff: 'admin.read' },
  status: 200,
  answer: z.object({ items: z.array(failedJob) }),
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/{name}/{jobId}/retry',
  summary: 'Try a failed job again',
  access: { staff: 'admin.manage' },
  params: z.object({ name: z.string().check(z.maxLength(60), z.regex(/^[a-z-]+$/)), jobId: id }),
  body: reasonForm,
  status: 204,
  problems: ['not_found'],
});

export const jobLabels: Record<string, string> = {
  'account-news': 'Письмо владельцу аккаунта',
  'email-change': 'Письмо о смене e-mail',
  'accountant-month': 'Документы за месяц бухгалтеру',
  'accountant-months': 'Рассылка документов за месяц бухгалтерам',
  'accountant-question': 'Подтверждение адреса бухгалтера',
  'admin-letter': 'Письмо администратору',
  'account-tidying': 'Удаление старых ссылок и сеансов',
  'bonus-crediting': 'Зачисление бонусов за приглашения',
  'budget-watching': 'Предупреждения о бюджетах',
  'card-binding': 'Сохранение карты',
  'request-inbox': 'Ответы на письма об обращениях',
  'link-payment-counting': 'Учёт оплаты счетов по ссылкам',
  'card-removal': 'Удаление карты у платёжной системы',
  'receipt-keeping': 'Кассовые чеки',
  'receipt-letter': 'Письмо с чеком',
  'document-closing': 'Закрывающие документы за месяц',
  'document-letter': 'Письмо с документом',
  'event-cleanup': 'Удаление старых событий',
  'hold-expiry': 'Снятие просроченных резервов',
  'idempotency-cleanup': 'Удаление старых ключей повторных запросов',
  'invitation-letter': 'Письмо с приглашением',
  'max-following': 'Подписка на события бота MAX',
  'max-message': 'Сообщение в MAX',
  'max-reply': 'Ответ бота в MAX',
  'ledger-checking': 'Сверка балансов с книгой',
  'notification-folding': 'Объединение похожих уведомлений',
  'notification-following': 'Уведомления о новых событиях',
  'organization-letter': 'Письмо участнику организации',
  'organization-letter-cleanup': 'Удаление старых уведомлений',
  'organization-letter-dispatch': 'Отправка писем участникам организаций',
  'payment-settling': 'Выяснение судьбы платежа',
  'payment-tidying': 'Удаление старых уведомлений платёжной системы',
  'provider-letter': 'Письмо о платёжной системе, которая не отвечает',
  'provider-watching': 'Проверка, отвечают ли платёжные системы',
  'provider-notification': 'Уведомление платёжной системы',
  'recent-charges-refresh': 'Пересчёт недавних списаний',
  'refund-settling': 'Отправка возврата',
  'request-closing': 'Закрытие обращений без ответа клиента',
  'request-file-cleanup': 'Удаление неотправленных файлов обращений',
  'request-letter': 'Письмо сотруднику об обращении',
  'revenue-counting': 'Подсчёт выручки',
  'statement-cleanup': 'Удаление непроведённых выписок',
  'throttle-tidying': 'Удаление старых счётчиков попыток',
  'usage-partitions': 'Месяцы событий расхода: новые и отжившие',
  'usage-warnings': 'Предупреждения о балансе, которого не хватит на расход',
  'webhook-delivery-cleanup': 'Удаление старого журнала вебхуков',
  'webhook-letter': 'Письмо о недоступном адресе вебхуков',
};

export function jobLabel(name: string): string {
  return jobLabels[name] ?? name;
}
