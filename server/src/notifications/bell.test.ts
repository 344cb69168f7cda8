import { readNotifications } from '@kazna/contract/cabinet/notifications';
import { beforeEach, expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import {
  notificationsOf,
  notifyOfCorrection,
  plantCorrections,
  titlesOf,
  unreadOf,
} from '../../tests/support/notifications.ts';
import { newMember, openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';
import { newPayer, paidPayment } from '../../tests/support/payments.ts';
import { balanceAdjusted } from '../money/notifications.ts';
import { organizationSuspended } from '../organizations/notifications.ts';
import { notifyMembers } from '../organizations/notify-members.ts';
import { sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { notificationCleanup } from './jobs.ts';

const shop = shopForThisFile();
let owner: SignedIn;
let organizationId: string;
beforeEach(async () => {
  owner = await signedInPerson(shop, 'Ольга');
  organizationId = (await openCompany(shop, owner)).id;
});

const read = ({ token }: SignedIn, body: { ids: string[] } | { all: true }) =>
  shop.call(readNotifications, { body }, { token });
const setRole = ({ id }: SignedIn, role: string) =>
  shop.db.query(
    sql`update memberships set role = ${role} where user_id = ${id} and organization_id = ${organizationId}`,
  );

test('the bell shows what the letter says and leads to its place, unread to all but who did it', async () => {
  const payer = await newPayer(shop);
  const { organizationId: id } = payer;
  const accountant = await newMember(shop, id, 'accountant');
  const payment = await paidPayment(shop, payer, { amountMinor: 150_050 });
  const shown = {
    category: 'money',
    organizationId: id,
    title: 'Пополнение на 1\u00a0500,50\u00a0₽',
    path: `/payments/${payment.id}`,
    foldedCount: 0,
  };
  expect(await notificationsOf(shop, payer)).toMatchObject([{ ...shown, text: 'Плательщик: вы', isRead: true }]);
  expect(await unreadOf(shop, payer)).toBe(0);
  expect(await notificationsOf(shop, accountant)).toMatchObject([{ ...shown, isRead: false }]);
  expect(await unreadOf(shop, accountant)).toBe(1);
});

test('a notification about money is not shown to members without a money role', async () => {
  const [accountant, member] = [
    await newMember(shop, organizationId, 'accountant'),
    await newMember(shop, organizationId),
  ];
  await notifyOfCorrection(shop, organizationId);
  expect(await titlesOf(shop, accountant)).toEqual(['Корректировка: зачислено 500,00 ₽']);
  expect(await titlesOf(shop, member)).toEqual([]);
});

test('a lost role takes its notifications away, list and count, and a regained one brings them back', async () => {
  const accountant = await newMember(shop, organizationId, 'accountant');
  await notifyOfCorrection(shop, organizationId);
  expect(await unreadOf(shop, accountant)).toBe(1);
  await setRole(accountant, 'member');
  expect([await unreadOf(shop, accountant), await titlesOf(shop, accountant)]).toEqual([0, []]);
  await setRole(accountant, 'admin');
  expect(await unreadOf(shop, accountant)).toBe(1);
  await shop.db.query(sql`delete from memberships where user_id = ${accountant.id}`);
  expect([await unreadOf(shop, accountant), await titlesOf(shop, accountant)]).toEqual([0, []]);
});

test('a person may mark only notifications of their own as read', async () => {
  const admin = await newMember(shop, organizationId, 'admin');
  await notifyOfCorrection(shop, organizationId);
  const [foreign] = await notificationsOf(shop, owner);
  expect(await read(admin, { ids: [foreign?.id as string] })).toMatchObject({ status: 200, body: { unread: 1 } });
  expect(await unreadOf(shop, owner)).toBe(1);
});

test('notifications are marked as read one by one and all at once', async () => {
  for (let turn = 1; turn <= 3; turn += 1) await notifyOfCorrection(shop, organizationId, turn * 100);
  const [newest] = await notificationsOf(shop, owner);
  expect(await read(owner, { ids: [newest?.id as string] })).toMatchObject({ body: { unread: 2 } });
  expect((await notificationsOf(shop, owner)).map(({ isRead }) => isRead)).toEqual([true, false, false]);
  expect(await notificationsOf(shop, owner, { unread: 'true' })).toHaveLength(2);
  expect(await read(owner, { all: true })).toMatchObject({ body: { unread: 0 } });
  await notifyOfCorrection(shop, organizationId, 900);
  expect((await notificationsOf(shop, owner)).map(({ isRead }) => isRead)).toEqual([false, true, true, true]);
});

test('a notification that commits after everything was marked as read is unread, though its number is smaller', async () => {
  await plantCorrections(shop, { userId: owner.id, organizationId, count: 3, isOld: true });
  const details = { amountMinor: 700, currency: 'RUB' as const, reason: 'Поздно' };
  await shop.db.transaction(async (tx) => {
    await notifyMembers(tx, balanceAdjusted, { organizationId, sourceId: uuidv7(), details });
    await notifyOfCorrection(shop, organizationId, 800);
    expect(await read(owner, { all: true })).toMatchObject({ body: { unread: 0 } });
  });
  expect(await unreadOf(shop, owner)).toBe(1);
  expect(await titlesOf(shop, owner, { unread: 'true' })).toEqual(['Корректировка: зачислено 7,00 ₽']);
});

test('pages of notifications hold each of several organizations once, newest first, and filters narrow them', async () => {
  const other = (await openCompany(shop, owner)).id;
  for (let turn = 1; turn <= 4; turn += 1)
    await notifyOfCorrection(shop, turn % 2 ? organizationId : other, turn * 100);
  const details = { reason: 'Проверка' };
  await shop.db.transaction((tx) =>
    notifyMembers(tx, organizationSuspended, { organizationId, sourceId: uuidv7(), details }),
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await notificationsOf(shop, owner, { limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.map(({ id }) => id));
    cursor = page.at(-1)?.id;
  } while (cursor);
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
  expect(new Set(seen).size).toBe(5);
  expect(await titlesOf(shop, owner, { category: 'security' })).toEqual(['Организация приостановлена']);
  expect(await notificationsOf(shop, owner, { organization: other })).toHaveLength(2);
  expect(await notificationsOf(shop, owner, { organization: other, category: 'security' })).toEqual([]);
});

test('tabs that mark the same notifications at once, one by one and all together, all succeed', async () => {
  await plantCorrections(shop, { userId: owner.id, organizationId, count: 100, isOld: false });
  const ids = (await notificationsOf(shop, owner, { limit: 100 })).map(({ id }) => id);
  const bodies = [{ ids }, { ids: ids.toReversed() }, { all: true as const }];
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      shop.call(readNotifications, { body: bodies[turn % 3] as { ids: string[] } }, { token: owner.token }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await unreadOf(shop, owner)).toBe(0);
});

test('unread notifications are counted up to a hundred and no further', async () => {
  await plantCorrections(shop, { userId: owner.id, organizationId, count: 250, isOld: false });
  expect(await unreadOf(shop, owner)).toBe(100);
});

test('notifications are deleted after 180 days', async () => {
  await notifyOfCorrection(shop, organizationId, 100);
  await shop.db.query(sql`
    update notifications set created_at = now() - interval '181 days' where organization_id = ${organizationId}`);
  await notifyOfCorrection(shop, organizationId, 200);
  await shop.run(notificationCleanup, {});
  expect(await titlesOf(shop, owner)).toEqual(['Корректировка: зачислено 2,00 ₽']);
});

test('a notification of a kind that no feature declares is shown without details', async () => {
  await notifyOfCorrection(shop, organizationId, 100);
  await shop.db.query(sql`update notifications set kind = 'removed_kind' where organization_id = ${organizationId}`);
  expect(await notificationsOf(shop, owner)).toMatchObject([
    { title: 'Новое событие', text: 'Событие в организации ООО «Ромашка».', path: `/dashboard/${organizationId}` },
  ]);
  await shop.db.query(sql`
    insert into notifications (source_id, kind, user_id, audience, category, by_mail)
    values (${uuidv7()}, 'removed_kind', ${owner.id}, 'person', 'security', false)`);
  expect(await notificationsOf(shop, owner, { category: 'security' })).toMatchObject([
    { title: 'Новое событие', text: 'Событие в вашем профиле.', path: null },
  ]);
});
