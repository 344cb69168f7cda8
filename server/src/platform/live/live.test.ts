import type { AddressInfo } from 'node:net';
import { refreshWithOrganization, signOut, signUp, verifyEmail } from '@kazna/contract/cabinet/accounts';
import { inviteMember } from '@kazna/contract/cabinet/invitations';
import { readNotifications } from '@kazna/contract/cabinet/notifications';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { endOtherSessions, endSession, listSessions } from '@kazna/contract/cabinet/sessions';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { notifyOfCorrection } from '../../../tests/support/notifications.ts';
import { addMember, openCompany, signedInPerson } from '../../../tests/support/organizations.ts';
import { newPayer, openPayment, paidPayment } from '../../../tests/support/payments.ts';
import { newPerson, signInPerson, signUpBody, tokenIn } from '../../../tests/support/people.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { settleForClosing } from '../../account-closure/settle-for-closing.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { leaveOrganization, removeMember } from '../../organizations/change-members.ts';
import { closeOrganization, suspendOrganization } from '../../organizations/organization-status.ts';
import { announce } from '../db/announce.ts';
import { uuidv7 } from '../db/uuid.ts';

let shop: Shop;
let twin: TestApp;
let twinUrl: string;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  twin = await shop.startSecondProcess();
  await twin.app.listen({ port: 0, host: '127.0.0.1' });
  twinUrl = `http://127.0.0.1:${(twin.app.server.address() as AddressInfo).port}`;
});
const open: AbortController[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});
afterAll(async () => {
  await twin.close();
  await shop.close();
});

interface Stream {
  received: string[];
  ended: Promise<void>;
  /** Waits until the topic was received that many times in all. */
  receives(topic: string, times?: number): Promise<void>;
}

async function follow({ token }: { token: string }, url = twinUrl): Promise<Stream> {
  const connection = new AbortController();
  open.push(connection);
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: connection.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const chunks = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await chunks.read()).value).toBe('retry: 3000\n\n');
  const received: string[] = [];
  const ended = (async () => {
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      received.push(...[...chunk.value.matchAll(/^data: (.+)$/gm)].map(([, topic]) => topic as string));
    }
  })();
  ended.catch(() => {});
  const count = (topic: string) => received.filter((one) => one === topic).length;
  const receives = (topic: string, times = 1) =>
    expect.poll(() => count(topic), { timeout: 10_000, interval: 20 }).toBeGreaterThanOrEqual(times);
  return { received, ended, receives };
}

const topUp = (organizationId: string) =>
  shop.db.transaction((tx) => {
    const to = { organizationId };
    const sum = { amountMinor: 100, currency: 'RUB' } as const;
    return postTransfer(tx, { key: uuidv7(), kind: 'top_up', from: 'clearing', to, ...sum });
  });

test('a sign-out ends the live stream of its session at once and leaves those of other sessions', async () => {
  const person = await signedInPerson(shop);
  const other = await signInPerson(shop, person);
  const [ended, kept] = [await follow(person), await follow({ token: other.accessToken })];
  await shop.call(signOut, {}, { token: person.token });
  await ended.ended;
  await shop.db.transaction(async (tx) => announce(tx, { userId: person.id }, 'referrals'));
  await kept.receives('referrals');
  expect(ended.received).not.toContain('referrals');
});

test('ending a session from elsewhere, or all others, ends their live streams at once', async () => {
  const person = await signedInPerson(shop);
  const [second, third] = [await signInPerson(shop, person), await signInPerson(shop, person)];
  const [one, two] = [await follow({ token: second.accessToken }), await follow({ token: third.accessToken })];
  const { items } = (await shop.call(listSessions, {}, { token: second.accessToken })).body;
  const sessionId = items.find(({ isCurrent }) => isCurrent)?.id as string;
  await shop.call(endSession, { params: { sessionId } }, { token: person.token });
  await one.ended;
  await shop.call(endOtherSessions, {}, { token: person.token });
  await two.ended;
});

test('a payment settled by one process reaches streams of another, and only its own organization', async () => {
  const [payer, stranger] = [await newPayer(shop), await newPayer(shop)];
  const [stream, foreign] = [await follow(payer), await follow(stranger)];
  const payment = await openPayment(shop, payer);
  await shop.provider.payByCard(payment.providerId);
  await fetch(`${shop.url}/api/payments/${payment.id}/return`, { redirect: 'manual' });
  await Promise.all([stream.receives('payments'), stream.receives('balance')]);
  // Announcements arrive in order, so by now the stranger would have received it.
  await topUp(stranger.organizationId);
  await foreign.receives('balance');
  expect(foreign.received).toEqual(['balance']);
});

test('a notification and its reading at one process reach the person’s streams at another, and nobody else’s', async () => {
  const [payer, stranger] = [await newPayer(shop), await newPayer(shop)];
  const [stream, foreign] = [await follow(payer), await follow(stranger)];
  await notifyOfCorrection(shop, payer.organizationId);
  await stream.receives('notifications', 1);
  await shop.call(readNotifications, { body: { all: true } }, payer);
  await stream.receives('notifications', 2);
  await topUp(stranger.organizationId);
  await foreign.receives('balance');
  expect(foreign.received).toEqual(['balance']);
});

test('a refund is announced when it is requested and when it succeeds', async () => {
  const payer = await newPayer(shop);
  const { id: paymentId } = await paidPayment(shop, payer, { amountMinor: 50_000 });
  const stream = await follow(payer);
  await shop.call(refundPayment, { params: { paymentId }, body: { amountMinor: 100, reason: 'Передумали' } }, payer);
  await stream.receives('payments', 1);
  await stream.receives('payments', 2);
});

test('a rolled back change is not announced', async () => {
  const payer = await newPayer(shop);
  const stream = await follow(payer);
  const undone = shop.db.transaction(async (tx) => {
    announce(tx, payer, 'payments');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await topUp(payer.organizationId);
  await stream.receives('balance');
  expect(stream.received).toEqual(['balance']);
});

test('a change reaches every session that is switched to the organization', async () => {
  const [owner, member] = [await newPayer(shop), await newPayer(shop)];
  const { id: organizationId } = await openCompany(shop, owner);
  await addMember(shop, organizationId, member);
  const inside = async ({ refreshToken: token }: { refreshToken: string }) => {
    const { body } = await shop.call(refreshWithOrganization, { query: { organizationId } }, { token });
    return follow({ token: body.accessToken });
  };
  const streams = [await inside(owner), await inside(member)];
  await topUp(organizationId);
  await Promise.all(streams.map((stream) => stream.receives('balance')));
});

test('suspension and closing of an organization are announced to its members', async () => {
  const owner = await newPayer(shop);
  await openCompany(shop, owner);
  const stream = await follow(owner);
  const { id: userId, organizationId } = owner;
  await shop.db.transaction((tx) => suspendOrganization(tx, organizationId, 'suspended'));
  await stream.receives('memberships');
  await shop.db.transaction((tx) => suspendOrganization(tx, organizationId, 'active'));
  await stream.receives('memberships', 2);
  const actor = { id: userId, address: '127.0.0.1' };
  await shop.db.transaction((tx) =>
    closeOrganization(tx, actor, { organizationId, name: 'Личный счёт', settleMoney: settleForClosing }),
  );
  await stream.receives('memberships', 3);
});

test('an invitation is announced to the invited person', async () => {
  const [owner, invited] = [await signedInPerson(shop), await signedInPerson(shop)];
  const { id: organizationId } = await openCompany(shop, owner);
  const stream = await follow(invited);
  const sent = { params: { organizationId }, body: { email: invited.email, role: 'member' as const } };
  expect((await shop.call(inviteMember, sent, { token: owner.token })).status).toBe(201);
  await stream.receives('invitations');
});

test('a referrer is notified of confirmation, payment and refund of the referred person', async () => {
  const host = await newPayer(shop);
  const stream = await follow(host);
  const { rows } = await shop.db.queryText('select referral_code from users where id = $1', [host.id]);
  const person = newPerson();
  const referrerCode = rows[0]?.referral_code as string;
  const { verifier } = (await shop.call(signUp, { body: { ...signUpBody(person), referrerCode } })).body;
  const token = tokenIn((await shop.letter(person.email, 'Подтвердите e-mail')).text);
  await shop.call(verifyEmail, { query: { token, verifier } });
  await stream.receives('referrals', 1);
  const brought = { token: (await signInPerson(shop, person)).accessToken };
  const { id: paymentId } = await paidPayment(shop, brought, { amountMinor: 50_000 });
  await stream.receives('referrals', 2);
  const body = { amountMinor: 50_000, reason: 'Передумали' };
  await shop.call(refundPayment, { params: { paymentId }, body }, brought);
  await stream.receives('referrals', 3);
});

test('live streams end after a lost database connection, and new ones receive changes', async () => {
  const payer = await newPayer(shop);
  const stream = await follow(payer);
  const listening = "application_name = 'kazna live' and datname = current_database()";
  const { rows } = await shop.db.queryText(`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`);
  expect(rows).toHaveLength(2);
  await stream.ended;
  const again = await follow(payer);
  await topUp(payer.organizationId);
  await again.receives('balance');
});

// Shorter than a heartbeat, at which the stream would end anyway.
const beforeHeartbeat = { timeout: 15_000 };

test('a removed member’s stream ends at once after the topic memberships', beforeHeartbeat, async () => {
  const [owner, member] = [await newPayer(shop), await newPayer(shop)];
  const { id: organizationId } = await openCompany(shop, owner);
  await addMember(shop, organizationId, member);
  const inside = await shop.call(
    refreshWithOrganization,
    { query: { organizationId } },
    { token: member.refreshToken },
  );
  const stream = await follow({ token: inside.body.accessToken });
  const actor = { id: owner.id, address: '127.0.0.1' };
  await shop.db.transaction((tx) => removeMember(tx, actor, organizationId, member.id));
  await topUp(organizationId);
  await stream.ended;
  expect(stream.received).toEqual(['memberships']);
});

test('the live stream of a member who leaves has no changes of the organization', beforeHeartbeat, async () => {
  const [owner, member] = [await newPayer(shop), await newPayer(shop)];
  const { id: organizationId } = await openCompany(shop, owner);
  await addMember(shop, organizationId, member);
  const inside = await shop.call(
    refreshWithOrganization,
    { query: { organizationId } },
    { token: member.refreshToken },
  );
  const stream = await follow({ token: inside.body.accessToken });
  const actor = { id: member.id, address: '127.0.0.1' };
  await shop.db.transaction((tx) => leaveOrganization(tx, actor, organizationId));
  await topUp(organizationId);
  await stream.ended;
  expect(stream.received).toEqual(['memberships']);
});

test('one session has at most 20 live streams; another answers 429 until one ends', async () => {
  const payer = await newPayer(shop);
  for (let turn = 0; turn < 20; turn += 1) await follow(payer);
  const ask = () => fetch(`${twinUrl}/api/events`, { headers: { authorization: `Bearer ${payer.token}` } });
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  open.pop()?.abort();
  await expect
    .poll(() =>
      follow(payer).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test('the live stream requires a session', async () => {
  expect((await fetch(`${twinUrl}/api/events`)).status).toBe(401);
});

test('live streams end when the process stops', async () => {
  const third = await shop.startSecondProcess();
  await third.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(third.app.server.address() as AddressInfo).port}`;
  const stream = await follow(await newPayer(shop), url);
  await third.close();
  await stream.ended;
});
