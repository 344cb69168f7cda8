import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as contract from '@kazna/contract/cabinet/max';
import { listNotifications } from '@kazna/contract/cabinet/notifications';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { balanceAdjusted } from '../../money/notifications.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { letterDispatch } from '../jobs.ts';
import { maxFollowing } from './jobs.ts';
import { maxReply } from './link-chat.ts';
import { createMaxBot } from './max-bot.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
});
afterAll(() => shop.close());

const anna = { user_id: 700_001, name: 'Анна Смирнова' };

function update(
  body: { update_type: string } & Record<string, unknown>,
  secret = shop.keys.maxUpdates.toString('hex'),
) {
  return shop.call(contract.receiveMaxUpdate, { body }, { headers: { 'x-max-bot-api-secret': secret } });
}

const stateOf = async ({ token }: SignedIn) => (await shop.call(contract.getMax, {}, { token })).body;
const startLink = async ({ token }: SignedIn) => (await shop.call(contract.startMaxLink, {}, { token })).body;
const start = (payload: string, user: object = anna) => update({ update_type: 'bot_started', user, payload });
const bellOf = async ({ token }: SignedIn) =>
  (await shop.call(listNotifications, {}, { token })).body.items.map(({ title }) => title);

async function linkedPerson(): Promise<SignedIn> {
  const person = await signedInPerson(shop);
  await shop.provider.chat('start');
  await start((await startLink(person)).code);
  return person;
}

/** Writes a letter about a correction, and waits until every channel has it. */
async function correct(organizationId: string, amountMinor: number): Promise<void> {
  const details = { amountMinor, currency: 'RUB', reason: 'Сверка' } as const;
  await shop.db.transaction((tx) =>
    notifyMembers(tx, balanceAdjusted, { organizationId, sourceId: uuidv7(), details }),
  );
  await shop.run(letterDispatch, {});
  const waiting = "select from pgboss.job where name in ('organization-letter', 'max-message') and state < 'completed'";
  await expect.poll(async () => (await shop.db.queryText(waiting)).rows, { timeout: 15_000 }).toEqual([]);
}

test('a chat that gives the code gets what the letters say, once, and the person learns of the link', async () => {
  const person = await signedInPerson(shop);
  const { id: organizationId } = await openCompany(shop, person);
  expect(await stateOf(person)).toEqual({ isOffered: true, link: null });
  const { url, code } = await startLink(person);
  expect(url).toMatch(/\/max\/kazna_test_bot\?start=[\w-]{22}$/);
  await shop.provider.chat('start');
  expect((await start(code)).status).toBe(204);
  expect(await stateOf(person)).toMatchObject({ link: { name: 'Анна Смирнова', isOn: true } });
  expect(await bellOf(person)).toContain('Уведомления приходят в MAX');
  await shop.letter(person.email, 'Уведомления приходят в MAX');
  await expect.poll(shop.provider.readChat).toContain('сюда будут приходить уведомления');

  await correct(organizationId, 123_456);
  const seen = (await shop.provider.readChat()).replaceAll('\u00a0', ' ');
  expect(seen.match(/Корректировка: зачислено 1 234,56/g)).toHaveLength(1);
  expect(seen).toContain('Причина: Сверка');
  expect(seen).toContain('Открыть личный кабинет');
});

test('a code links one chat, for its person alone, and not after fifteen minutes', async () => {
  const [person, late] = [await signedInPerson(shop), await signedInPerson(shop)];
  const { code } = await startLink(person);
  await start(code);
  await start(code, { user_id: 700_002, name: 'Другой' });
  expect((await stateOf(person)).link?.name).toBe('Анна Смирнова');
  const { code: old } = await startLink(late);
  await shop.db.queryText("update max_codes set expires_at = now() - interval '1 second' where user_id = $1", [
    late.id,
  ]);
  await start(old);
  await update({
    update_type: 'message_created',
    message: { sender: anna, recipient: { chat_type: 'dialog' }, body: { text: 'A'.repeat(22) } },
  });
  expect((await stateOf(late)).link).toBeNull();
});

test('a code sent as a message in the dialog links the chat, in a group it does not', async () => {
  const person = await signedInPerson(shop);
  const { code: text } = await startLink(person);
  const message = { sender: anna, recipient: { chat_type: 'chat' }, body: { text } };
  await update({ update_type: 'message_created', message });
  expect((await stateOf(person)).link).toBeNull();
  await update({ update_type: 'message_created', message: { ...message, recipient: { chat_type: 'dialog' } } });
  expect((await stateOf(person)).link).toMatchObject({ name: 'Анна Смирнова' });
});

test('an update without the secret of MAX is answered as missing and changes nothing', async () => {
  const person = await signedInPerson(shop);
  const { code: payload } = await startLink(person);
  const started = { update_type: 'bot_started', user: anna, payload };
  for (const secret of ['', 'wrong', 'f'.repeat(64)]) expect((await update(started, secret)).status).toBe(404);
  expect((await stateOf(person)).link).toBeNull();
  for (const strange of [{ update_type: 'user_added' }, { ...started, user: { user_id: 'x' } }]) {
    expect((await update(strange)).status).toBe(204);
  }
});

test('a person who stops the bot is unlinked, by the update or by the refused message', async () => {
  const [told, refused] = [await linkedPerson(), await linkedPerson()];
  const { id: organizationId } = await openCompany(shop, refused);
  await shop.provider.chat('stop');
  await correct(organizationId, 500);
  expect((await stateOf(refused)).link).toBeNull();
  expect(await bellOf(refused)).toContain('Уведомления в MAX отключены');
  await shop.provider.chat('start');
  await start((await startLink(told)).code);
  await update({ update_type: 'bot_stopped', user: anna });
  expect((await stateOf(told)).link).toBeNull();
});

test('an address that answers 404 to everything unlinks nobody', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bot = createMaxBot({ token: 'token', apiUrl, linkUrl: apiUrl });
  await expect(bot.send('700001', { text: 'Привет' })).rejects.toThrow('GET /me: 404');
  server.close();
});

test('messages that are switched off, of an unlinked chat or of a deleted account do not come', async () => {
  const person = await linkedPerson();
  const { token } = person;
  const { id: organizationId } = await openCompany(shop, person);
  expect((await shop.call(contract.switchMax, { body: { isOn: false } }, { token })).status).toBe(204);
  await correct(organizationId, 98_765_400);
  expect(await shop.provider.readChat()).not.toMatch(/987.654,00/);
  expect((await shop.call(contract.unlinkMax, {}, { token })).status).toBe(204);
  expect((await shop.call(contract.unlinkMax, {}, { token })).status).toBe(404);

  const other = await linkedPerson();
  const sent = { body: { currentPassword: other.password } };
  expect((await shop.call(deleteProfile, sent, { token: other.token })).status).toBe(204);
  const traces =
    'select user_id from max_links where user_id = $1 union all select user_id from max_codes where user_id = $1';
  expect((await shop.db.queryText(traces, [other.id])).rows).toEqual([]);
});

test('a messenger that does not answer refuses a link with a clear problem, and its messages are tried again', async () => {
  const lonely = await startShop(inject('databaseUrl'), { MAX_API_URL: 'http://127.0.0.1:9' });
  try {
    const other = await signedInPerson(lonely);
    const { status, body } = await lonely.call(contract.startMaxLink, {}, { token: other.token });
    expect([status, body.code]).toEqual([503, 'max_unavailable']);
    const link = 'insert into max_links (user_id, max_user_id, name) values ($1, 5, $2)';
    await lonely.db.queryText(link, [other.id, 'Анна']);
    await expect(lonely.run(maxFollowing, {})).rejects.toThrow('no connection');
    const reply = { maxUserId: '5', text: 'Готово' };
    await expect(lonely.run(maxReply, reply)).rejects.toThrow('no connection');
    expect((await lonely.db.queryText('select name from max_links')).rows).toEqual([{ name: 'Анна' }]);
  } finally {
    await lonely.close();
  }
});
