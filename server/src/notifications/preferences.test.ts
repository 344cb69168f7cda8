import {
  getNotificationPreferences,
  type OptionalCategory,
  setNotificationPreferences,
  unsubscribe,
} from '@kazna/contract/cabinet/notifications';
import { beforeEach, expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { notificationsOf, notifyOfCorrection, titlesOf } from '../../tests/support/notifications.ts';
import { newMember, openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';
import { balanceLow } from '../money/notifications.ts';
import { memberJoined } from '../organizations/notifications.ts';
import { notifyMembers } from '../organizations/notify-members.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { listLetters } from '../platform/mail/mailbox-store.ts';
import { letterDispatch } from './jobs.ts';
import { signUnsubscribeToken } from './unsubscribe.ts';

const shop = shopForThisFile();
let owner: SignedIn;
let admin: SignedIn;
let organizationId: string;
beforeEach(async () => {
  owner = await signedInPerson(shop, 'Ольга');
  organizationId = (await openCompany(shop, owner)).id;
  admin = await newMember(shop, organizationId, 'admin');
});

const notifyOfMember = () => {
  const details = { memberId: owner.id, role: 'member' as const };
  const notice = { organizationId, sourceId: uuidv7(), details };
  return shop.db.transaction((tx) => notifyMembers(tx, memberJoined, notice));
};
const notifyOfLow = () => {
  const details = { balances: [{ amountMinor: 30_000, currency: 'RUB' as const }] };
  const notice = { organizationId, sourceId: uuidv7(), details };
  return shop.db.transaction((tx) => notifyMembers(tx, balanceLow, notice));
};
async function deliver(): Promise<void> {
  await shop.run(letterDispatch, {});
  const unfinished = "select from pgboss.job where name = 'organization-letter' and state < 'completed'";
  await expect.poll(async () => (await shop.db.queryText(unfinished)).rows, { timeout: 15_000 }).toEqual([]);
}
const lettersTo = async ({ email }: SignedIn) =>
  (await listLetters(shop.db, email, 20)).filter(({ subject }) => subject.includes('Ромашка'));
const mute = ({ token }: SignedIn, muted: OptionalCategory[], id = organizationId) =>
  shop.call(setNotificationPreferences, { body: { organizationId: id, muted } }, { token });
const mutedOf = async ({ token }: SignedIn) => {
  const { body } = await shop.call(getNotificationPreferences, {}, { token });
  return body.items.find((item) => item.organizationId === organizationId)?.muted;
};
const linkIn = (text = '') => new URL(/https?:\S+\/auth\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? 'missing:');
const postTo = (link: URL) =>
  fetch(`${shop.url}${link.pathname}${link.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

test('a muted category comes by the bell and not by mail, in that organization and for that person alone', async () => {
  expect(await mute(admin, ['balance'])).toMatchObject({ status: 204 });
  expect(await mutedOf(admin)).toEqual(['balance']);
  await notifyOfLow();
  await deliver();
  expect(await lettersTo(admin)).toEqual([]);
  expect(await titlesOf(shop, admin)).toEqual(['Баланс заканчивается: осталось 300,00 ₽']);
  expect(await lettersTo(owner)).toHaveLength(1);
  await mute(admin, []);
  await notifyOfLow();
  await deliver();
  expect(await lettersTo(admin)).toHaveLength(1);
});

test('a letter that waits is not sent once its category is muted', async () => {
  await notifyOfLow();
  await mute(owner, ['balance']);
  await deliver();
  expect(await lettersTo(owner)).toEqual([]);
});

test('letters about money and security cannot be switched off', async () => {
  const body = { organizationId, muted: ['money'] as never };
  expect(await shop.call(setNotificationPreferences, { body }, { token: owner.token })).toMatchObject({ status: 400 });
  await notifyOfCorrection(shop, organizationId);
  await deliver();
  const [letter] = await lettersTo(owner);
  expect(letter?.text).toContain('Абонентская плата');
  expect(letter?.text).not.toContain('/unsubscribe');
  const forged = { userId: owner.id, organizationId, category: 'money' as never };
  const token = signUnsubscribeToken(shop.keys.unsubscribe, forged);
  expect(await shop.call(unsubscribe, { body: { token } })).toMatchObject({
    body: { code: 'unsubscribe_link_invalid' },
  });
});

test('muted letters do not use up the rate limit of letters that must come', async () => {
  await mute(owner, ['balance']);
  for (let turn = 0; turn < 6; turn += 1) {
    await notifyOfLow();
    await shop.run(letterDispatch, {});
  }
  await notifyOfCorrection(shop, organizationId);
  await deliver();
  expect(await lettersTo(owner)).toHaveLength(1);
});

test('the link of a letter switches its category off by a POST, and a GET changes nothing', async () => {
  await notifyOfMember();
  await deliver();
  const [letter] = await lettersTo(admin);
  const link = linkIn(letter?.text);
  expect(letter?.html).toContain(link.search.replaceAll('&', '&amp;'));
  await fetch(`${shop.url}${link.pathname}${link.search}`);
  expect(await mutedOf(admin)).toEqual([]);
  expect((await postTo(link)).status).toBe(200);
  expect((await postTo(link)).status).toBe(200);
  expect(await mutedOf(admin)).toEqual(['members']);
  expect(await mutedOf(owner)).toEqual([]);
});

test('an unsubscribe link that a stranger follows notifies its owner once by the bell, and touches nothing but its own letters', async () => {
  const subscription = { userId: admin.id, organizationId, category: 'members' as const };
  const token = signUnsubscribeToken(shop.keys.unsubscribe, subscription);
  for (let turn = 0; turn < 2; turn += 1)
    expect(await shop.call(unsubscribe, { body: { token } })).toMatchObject({
      status: 200,
      body: { category: 'members' },
    });
  expect(await notificationsOf(shop, admin)).toMatchObject([
    { title: 'Письма «Участники» отключены', category: 'security', path: '/notifications/settings' },
  ]);
  expect(await mutedOf(owner)).toEqual([]);
  await notifyOfLow();
  await deliver();
  expect(await lettersTo(admin)).toHaveLength(1);
});

test('a link of somebody who has left the organization changes nothing', async () => {
  const subscription = { userId: admin.id, organizationId, category: 'members' as const };
  const token = signUnsubscribeToken(shop.keys.unsubscribe, subscription);
  await shop.db.queryText('delete from memberships where user_id = $1', [admin.id]);
  expect(await shop.call(unsubscribe, { body: { token } })).toMatchObject({ status: 200 });
  const { rows } = await shop.db.queryText('select from notification_mutes where user_id = $1', [admin.id]);
  expect(rows).toEqual([]);
});

test('a token that was changed or signed by another key is refused', async () => {
  const subscription = { userId: admin.id, organizationId, category: 'members' as const };
  const foreign = signUnsubscribeToken(Buffer.alloc(32), subscription);
  const own = signUnsubscribeToken(shop.keys.unsubscribe, subscription);
  const other = signUnsubscribeToken(shop.keys.unsubscribe, { ...subscription, userId: owner.id });
  const mixed = `${other.split('.')[0]}.${own.split('.')[1]}`;
  for (const token of [foreign, mixed, own.slice(0, -2), '', '.', 'x.y'])
    expect(await shop.call(unsubscribe, { body: { token } })).toMatchObject({
      status: 400,
      body: { code: 'unsubscribe_link_invalid' },
    });
});

test('nobody chooses letters of an organization that they are not a member of', async () => {
  const stranger = await signedInPerson(shop);
  expect(await mute(stranger, ['members'])).toMatchObject({ status: 404 });
});
