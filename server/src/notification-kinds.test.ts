import { globSync } from 'node:fs';
import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { expect, test } from 'vitest';
import { notificationKinds } from './notification-kinds.ts';
import type { NotificationKind } from './notifications/kind.ts';
import { rolesNotifiedOf } from './notifications/notifications-store.ts';

const { ofMembers, ofPersons } = notificationKinds;

const money = { amountMinor: 150_050, currency: 'RUB' };
const payment = { ...money, paymentId: 'p1', payerId: 'maria', reason: null };
const refund = { ...money, paymentId: 'p1', reason: 'Ошибка' };
const receipt = { ...money, invoiceId: 'i1', number: 'К-7', requesterId: 'maria' };
const card = { card: 'Мир ·· 4477', actorId: 'olga' };
const attempt = { ...money, paymentId: 'p1', card: 'Мир ·· 4477', reason: 'card_expired', nextAttemptAt: null };
const rule = { thresholdMinor: 100_000, targetMinor: 500_000, monthlyCapMinor: 2_000_000, currency: 'RUB' };
const ofSubscription = {
  ...money,
  serviceName: 'Хостинг',
  tariffName: 'Старт',
  on: '2026-12-01',
  graceTo: '2026-12-04',
};

/** Details of each kind as they are stored. */
const details: Record<string, object> = {
  balance_low: { balances: [money] },
  balance_adjusted: { ...money, reason: 'Плата' },
  charge_refunded: { ...money, service: 'Хостинг', reason: 'Сбой' },
  budget_near: { currency: 'RUB', service: 'Хостинг', limitMinor: 100_000, spentMinor: 80_000 },
  budget_spent: { currency: 'RUB', service: null, limitMinor: 100_000, spentMinor: 110_000 },
  member_joined: { memberId: 'maria', role: 'accountant' },
  role_changed: { memberId: 'maria', actorId: 'olga', from: 'member', to: 'admin' },
  organization_closed: { actorId: 'olga' },
  organization_suspended: { reason: 'По письму' },
  organization_resumed: { reason: 'По письму' },
  viewed_by_staff: { reason: 'По письму' },
  payment_credited: { ...payment, isAfterReview: false },
  payment_declined: { ...payment, reason: 'insufficient_funds' },
  payment_in_review: payment,
  payment_rejected: payment,
  refund_requested: { ...refund, requestedById: null },
  refund_succeeded: refund,
  refund_canceled: refund,
  card_saved: card,
  card_removed: card,
  card_permission_asked: { ...card, ...money, payerId: 'maria', isRule: true },
  charge_returned: { ...money, paymentId: 'p1', payerId: 'maria', card: null },
  auto_top_up_succeeded: attempt,
  auto_top_up_failed: attempt,
  auto_top_up_paused: attempt,
  auto_top_up_changed: { ...rule, ...card, isOn: true },
  invoice_created: { ...receipt, dueDay: '2026-11-20' },
  receipt_credited: receipt,
  receipt_reversed: receipt,
  bank_return_requested: { ...money, requestedById: 'olga' },
  bank_return_sent: { ...money, orderNumber: '15' },
  bank_return_declined: { ...money, reason: 'Счёт закрыт' },
  subscription_charge_expected: ofSubscription,
  subscription_charge_rises: { ...ofSubscription, reason: 'trial', beforeMinor: 0, setupMinor: 0 },
  subscription_past_due: ofSubscription,
  subscription_suspended: ofSubscription,
  subscription_resumed: ofSubscription,
  subscription_price_announced: { ...ofSubscription, oldMinor: 120_000 },
  subscription_connecting_refused: ofSubscription,
  subscription_by_staff: { ...ofSubscription, did: 'connected', quantity: 2, reason: 'По письму' },
  promised_payment_unpaid: { ...money, until: '2026-12-03' },
  promised_payment_ends: { ...money, until: '2026-12-03' },
  document_ready: { ...money, documentId: 'd1', documentKind: 'act', number: '7', revision: 0, period: '2026-02' },
  request_answered: { requestId: 'r1', number: 12, userId: 'maria', excerpt: 'Вернули' },
  request_closed: { requestId: 'r1', number: 12, userId: 'maria', isByItself: true },
  request_letter_refused: { requestId: 'r1', number: 12, userId: 'maria', refusal: 'files', files: ['план.exe'] },
  request_received: { requestId: 'r1', number: 12, topic: 'money' },
  request_continued: { requestId: 'r1', number: 12 },
  letters_switched_off: { category: 'members' },
  max_linked: {},
  max_stopped: {},
  signed_in_elsewhere: { device: 'Firefox', address: '192.0.2.1' },
  provider_silent: { provider: 'tbank', lastAnswerAt: '2026-11-18T09:00:00.000Z' },
  subscription_burst: { subscriptionId: 's1', serviceName: 'Хостинг', tariffName: 'Старт', periods: 5 },
};

const site = { publicUrl: 'https://kazna.example', supportEmail: 'help@kazna.example' };
const names: Record<string, string> = { olga: 'Ольга', maria: 'Мария' };
const context = {
  ...site,
  organizationId: 'o1',
  organizationName: 'ООО «Ромашка»',
  balances: [],
  isPersonal: false,
  nameOf: (id: string) => names[id] ?? '?',
};

const headlineOf = (text: { headline: string }) => text.headline.replaceAll('\u00a0', ' ');

/** Who is notified: everybody from the lowest role up, the person affected, and who is not. */
function recipientsOf(kind: NotificationKind): string {
  const roles = kind.audience === 'person' ? [] : [`from ${kind.audience}`];
  const of = details[kind.name] as Record<string, string>;
  const [affected, excepted] = [of[kind.affected ?? ''], of[kind.except ?? '']];
  return [...roles, ...(affected ? [`+ ${affected}`] : []), ...(excepted ? [`- ${excepted}`] : [])].join(' ');
}

test('every kind of notification has its category, recipients and text', () => {
  const rows = ofMembers.map((kind) => [
    kind.name.padEnd(22),
    kind.category.padEnd(9),
    recipientsOf(kind).padEnd(23),
    headlineOf(kind.describe(details[kind.name] as object, context)),
  ]);
  const personal = ofPersons.map((kind) => [
    kind.name.padEnd(22),
    'security '.padEnd(9),
    'person'.padEnd(23),
    headlineOf(kind.describe(details[kind.name] as object, site)),
  ]);
  const table = [...rows, ...personal].map((row) => row.join(' | '));
  expect(`\n${table.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    balance_low            | balance   | from accountant         | Баланс заканчивается: осталось 1 500,50 ₽
    balance_adjusted       | money     | from accountant         | Корректировка: зачислено 1 500,50 ₽
    charge_refunded        | money     | from accountant         | Вернули на баланс 1 500,50 ₽
    member_joined          | members   | from admin - maria      | Новый участник: Мария
    role_changed           | security  | from owner + maria      | Новая роль участника: администратор
    organization_closed    | security  | from member             | Организация закрыта
    organization_suspended | security  | from accountant         | Организация приостановлена
    organization_resumed   | security  | from accountant         | Организация снова работает
    viewed_by_staff        | security  | from owner              | Поддержка открыла ваш кабинет для просмотра
    payment_credited       | money     | from accountant + maria | Пополнение на 1 500,50 ₽
    payment_declined       | money     | + maria                 | Платёж на 1 500,50 ₽ не прошёл
    payment_in_review      | money     | from accountant + maria | Платёж на 1 500,50 ₽ на проверке
    payment_rejected       | money     | from accountant + maria | Платёж на 1 500,50 ₽ не зачислен
    refund_requested       | money     | from accountant         | Оформлен возврат 1 500,50 ₽
    refund_succeeded       | money     | from accountant         | Возврат 1 500,50 ₽ прошёл
    refund_canceled        | money     | from accountant         | Возврат 1 500,50 ₽ не прошёл
    card_saved             | security  | from owner              | Сохранена карта Мир ·· 4477
    card_removed           | security  | from owner              | Удалена карта Мир ·· 4477
    card_permission_asked  | security  | + maria                 | Разрешите автопополнение с вашей карты Мир ·· 4477
    charge_returned        | money     | from accountant + maria | Возвращаем 1 500,50 ₽ на карту
    auto_top_up_succeeded  | money     | from accountant         | Автопополнение на 1 500,50 ₽
    auto_top_up_failed     | money     | from accountant         | Автопополнение на 1 500,50 ₽ не прошло
    auto_top_up_paused     | money     | from accountant         | Автопополнение приостановлено
    auto_top_up_changed    | security  | from owner              | Автопополнение настроено
    subscription_charge_rises | money     | from accountant         | Пробный период услуги «Хостинг» заканчивается, 1 декабря 2026 спишется 1 500,50 ₽
    subscription_charge_expected | balance   | from accountant         | 1 декабря 2026 спишется 1 500,50 ₽, а на балансе меньше
    subscription_past_due  | balance   | from accountant         | Не хватило денег на услугу «Хостинг»
    subscription_suspended | balance   | from accountant         | Услуга «Хостинг» приостановлена: на балансе нужно 1 500,50 ₽
    subscription_resumed   | balance   | from accountant         | Услуга «Хостинг» снова работает, списано 1 500,50 ₽
    subscription_price_announced | money     | from accountant         | С 1 декабря 2026 меняется цена услуги «Хостинг»
    subscription_connecting_refused | money     | from accountant         | Услуга «Хостинг» не подключена, деньги на балансе
    promised_payment_unpaid | balance   | from accountant         | Обещанный платёж на 1 500,50 ₽ не внесён
    promised_payment_ends  | balance   | from accountant         | Обещанный платёж заканчивается: внесите 1 500,50 ₽ до 3 декабря 2026 включительно
    invoice_created        | documents | + maria                 | Счёт № К-7 на 1 500,50 ₽
    receipt_credited       | money     | from accountant + maria | Банковский перевод на 1 500,50 ₽
    receipt_reversed       | money     | from accountant + maria | Банковский перевод на 1 500,50 ₽ отменён
    bank_return_requested  | money     | from accountant         | Запрошен возврат 1 500,50 ₽ на счёт в банке
    bank_return_sent       | money     | from accountant         | Вернули 1 500,50 ₽ на счёт в банке
    bank_return_declined   | money     | from accountant         | Возврат 1 500,50 ₽ на счёт не состоялся
    document_ready         | documents | from accountant         | Акт № 7 за февраль 2026 года
    budget_near            | balance   | from accountant         | Бюджет на «Хостинг» заканчивается
    budget_spent           | balance   | from accountant         | Бюджет месяца израсходован
    request_answered       | requests  | + maria                 | Ответ на обращение № 12
    request_closed         | requests  | + maria                 | Обращение № 12 закрыто
    request_letter_refused | requests  | + maria                 | Обращение № 12: приняли не все файлы
    subscription_by_staff  | money     | from accountant         | Услуга «Хостинг» подключена, списано 1 500,50 ₽
    letters_switched_off   | security  | person                  | Письма «Участники» отключены
    max_linked             | security  | person                  | Уведомления приходят в MAX
    max_stopped            | security  | person                  | Уведомления в MAX отключены
    signed_in_elsewhere    | security  | person                  | Вход с нового устройства
    provider_silent        | security  | person                  | Платёжная система Т-Банк не отвечает
    subscription_burst     | security  | person                  | Списания отстали: «Хостинг», периодов подряд: 5
    request_received       | security  | person                  | Новое обращение № 12
    request_continued      | security  | person                  | Клиент ответил в обращении № 12
    "
  `);
});

test('names of kinds of notifications are unique', () => {
  const all = [...ofMembers, ...ofPersons].map(({ name }) => name);
  expect(all).toEqual([...new Set(all)]);
});

test('every kind that a notifications.ts exports is known to the notification centre', async () => {
  const files = globSync('*/**/notifications.ts', { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(5);
  const known: object[] = [...ofMembers, ...ofPersons];
  for (const file of files)
    for (const [name, kind] of Object.entries(await import(`${import.meta.dirname}/${file}`)))
      expect(known.includes(kind as object), `${file} ${name}`).toBe(true);
});

test.each([
  ['money', 'accountant', 'payments.refund'],
  ['members', 'admin', 'members.manage'],
  ['security', 'owner', 'organization.transfer'],
] as const)(
  'notifications in %s from the role %s up go to those who have the permission %s',
  (category, audience, permission) => {
    const roles = ofMembers
      .filter((kind) => kind.category === category && kind.audience === audience)
      .map((kind) => rolesNotifiedOf(kind));
    expect(roles.length).toBeGreaterThan(0);
    const allowed = (['owner', 'admin', 'accountant', 'member'] as const).filter((role) =>
      organizationRoleCan(role, permission),
    );
    for (const notified of roles) expect(notified).toEqual(allowed);
  },
);
