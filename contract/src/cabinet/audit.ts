import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { organizationParams } from './organizations.ts';

export const auditActions = {
  'organization.created': 'Организация создана',
  'organization.changed': 'Реквизиты изменены',
  'organization.exchange_changed': 'Договор и ЭДО изменены поддержкой',
  'organization.closed': 'Организация закрыта',
  'organization.viewed': 'Кабинет просмотрен поддержкой',
  'organization.staff_view_changed': 'Доступ поддержки изменён',
  'document.sent': 'Документ отправлен на почту',
  'accountant_address.set': 'Выбран адрес для документов месяца',
  'accountant_address.removed': 'Документы месяца больше не отправляются',
  'member.joined': 'Участник вступил',
  'member.role_changed': 'Роль изменена',
  'member.removed': 'Участник удалён',
  'member.left': 'Участник вышел',
  'ownership.transferred': 'Владение передано',
  'invitation.sent': 'Приглашение отправлено',
  'invitation.resent': 'Приглашение отправлено ещё раз',
  'invitation.revoked': 'Приглашение отозвано',
  'invitation.revoked_by_staff': 'Приглашение отозвано поддержкой',
  'invitation.declined': 'Приглашение отклонено',
  'organization.suspended': 'Организация приостановлена поддержкой',
  'organization.resumed': 'Организация возобновлена поддержкой',
  'balance.adjusted': 'Баланс скорректирован поддержкой',
  'credit_limit.changed': 'Кредитный лимит изменён поддержкой',
  'subscription.connected': 'Услуга подключена поддержкой',
  'subscription.changed': 'Условия услуги изменены поддержкой',
  'subscription.change_canceled': 'Назначенная смена услуги отменена поддержкой',
  'subscription.stopped': 'Услуга остановлена поддержкой',
  'charge.refunded': 'Списание возвращено поддержкой',
  'payment.resolved': 'Проверка платежа завершена поддержкой',
  'payment.refunded': 'Платёж возвращён поддержкой',
  'refund.resolved': 'Исход возврата указан поддержкой',
  'receipt.decided': 'Решение по кассовому чеку',
  'invoice.canceled': 'Счёт отменён поддержкой',
  'bank_return.requested': 'Запрошен возврат на счёт в банке',
  'bank_return.returned': 'Возврат на счёт в банке отправлен поддержкой',
  'bank_return.declined': 'Возврат на счёт в банке отклонён поддержкой',
  'budget.changed': 'Бюджет изменён',
  'auto_top_up.set': 'Автопополнение настроено',
  'auto_top_up.removed': 'Автопополнение выключено',
  'card.saved': 'Карта сохранена',
  'card.removed': 'Сохранённая карта удалена',
  'discount.given': 'Скидка назначена поддержкой',
  'discount.ended': 'Скидка завершена поддержкой',
  'promised_payment.taken': 'Взят обещанный платёж',
  'promised_payment.paid': 'Обещанный платёж закрыт',
  'promised_payment.unpaid': 'Обещанный платёж не оплачен в срок',
  'user.blocked': 'Пользователь заблокирован',
  'user.unblocked': 'Пользователь разблокирован',
  'user.operator_role_changed': 'Роль сотрудника изменена',
  'user.sessions_ended': 'Сеансы пользователя завершены',
  'user.verification_resent': 'Письмо с подтверждением отправлено ещё раз',
  'user.second_factor_disabled': 'Двухфакторная защита выключена поддержкой',
  'user.passkey_added': 'Ключ доступа добавлен',
  'user.passkey_removed': 'Ключ доступа удалён',
  'user.external_linked': 'Внешний вход привязан',
  'user.external_unlinked': 'Внешний вход отвязан',
  'business.changed': 'Реквизиты компании изменены',
  'statement.posted': 'Выписка проведена',
  'statement.undone': 'Выписка отменена',
  'statement.discarded': 'Выписка удалена до зачисления',
  'bank_directory.loaded': 'Загружен справочник БИК',
  'statement.receipt_assigned': 'Невыясненные деньги зачислены',
  'statement.receipt_returned': 'Невыясненные деньги возвращены',
  'document.corrected': 'Документ исправлен',
  'job.retried': 'Задание запущено ещё раз',
  'key.created': 'Ключ API создан',
  'key.rolled': 'Ключ API сменён',
  'key.revoked': 'Ключ API отозван',
  'webhook.created': 'Адрес вебхуков добавлен',
  'webhook.changed': 'Адрес вебхуков изменён',
  'webhook.deleted': 'Адрес вебхуков удалён',
  'webhook.secret_rotated': 'Секрет вебхуков сменён',
  'service.created': 'Услуга добавлена',
  'service.changed': 'Услуга изменена',
  'tariff.created': 'Тариф добавлен',
  'tariff.changed': 'Тариф изменён',
  'tariff.deleted': 'Тариф удалён',
  'tariff.version_added': 'Добавлена версия тарифа',
  'meter.created': 'Счётчик добавлен',
  'meter.renamed': 'Счётчик переименован',
  'meter.retention_changed': 'Изменён срок хранения событий расхода',
  'promise_rules.changed': 'Правила обещанного платежа изменены',
  'request.created': 'Создано обращение в поддержку',
  'request.closed': 'Обращение в поддержку закрыто',
  'request_settings.changed': 'Изменены настройки обращений',
  'prepared_answer.created': 'Заготовка ответа добавлена',
  'prepared_answer.changed': 'Заготовка ответа изменена',
  'prepared_answer.deleted': 'Заготовка ответа удалена',
  'link.created': 'Ссылка на оплату создана',
  'link.revoked': 'Ссылка на оплату отозвана',
  'help.created': 'Статья справки добавлена',
  'help.changed': 'Статья справки изменена',
  'help.deleted': 'Статья справки удалена',
  'help.hidden': 'Статья справки скрыта',
  'help.shown': 'Статья справки показана',
  'announcement.created': 'Объявление добавлено',
  'announcement.changed': 'Объявление изменено',
  'announcement.ended': 'Объявление завершено',
  'announcement.deleted': 'Объявление удалено',
  'provider.chosen': 'Выбрана платёжная система',
  'webhook.replayed': 'Вебхуки отправлены ещё раз',
} as const;
export type AuditAction = keyof typeof auditActions;

/** Actions outside organizations, visible to staff only. */
function isOutsideOrganizations(action: string): boolean {
  return /^(user|job|key|webhook|business|statement|document|service|tariff|meter|promise_rules|help|announcement|provider|request_settings|prepared_answer)\./.test(
    action,
  );
}

export const organizationActions = (Object.keys(auditActions) as AuditAction[]).filter(
  (one) => !isOutsideOrganizations(one),
);

const staffActions: AuditAction[] = [
  'invitation.revoked_by_staff',
  'organization.viewed',
  'organization.suspended',
  'organization.resumed',
  'balance.adjusted',
  'credit_limit.changed',
  'subscription.connected',
  'subscription.changed',
  'subscription.change_canceled',
  'subscription.stopped',
  'charge.refunded',
  'payment.resolved',
  'payment.refunded',
  'refund.resolved',
  'receipt.decided',
  'invoice.canceled',
  'bank_return.returned',
  'bank_return.declined',
  'discount.given',
  'discount.ended',
];

export function isByStaff({ action: done }: { action: AuditAction }): boolean {
  return staffActions.includes(done);
}

const action = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

export const auditEntry = z.object({
  id,
  action,
  /** Null after the account was deleted. */
  actorName: z.nullable(z.string()),
  /** The affected person or invited e-mail. */
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.string()),
  address: z.nullable(z.string()),
  createdAt: time,
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/audit',
  summary: 'Who did what, when and from where, newest first',
  access: { organization: 'organization.audit', of: 'path' },
  params: organizationParams,
  query: z.object({
    ...pageQuery,
    action: z.optional(action),
    actorId: z.optional(id),
    from: z.optional(time),
    to: z.optional(time),
  }),
  status: 200,
  answer: pageOf(auditEntry),
});
