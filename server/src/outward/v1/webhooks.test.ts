import { randomUUID } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import type { EventType } from '@kazna/contract/v1/event-types';
import { listEvents } from '@kazna/contract/v1/events';
import * as contract from '@kazna/contract/v1/webhooks';
import { beforeAll, expect, test } from 'vitest';
import { databaseRows } from '../../../tests/access/database-state.ts';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { receiverForThisTest } from '../../../tests/support/webhooks-for-file.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';

const app = appForThisFile();
let token: string;
beforeAll(async () => {
  token = (await newKey(app)).key;
});

const once = (key: string = randomUUID()) => ({ token, headers: { 'idempotency-key': key } });
const create = (body: object, key?: string) =>
  app.call(contract.createWebhookEndpoint, { body: { types: ['*'], ...body } as never }, once(key));
const record = (type: EventType = 'member.left', organizationId: string = randomUUID()) =>
  app.db.transaction(async (tx) => {
    const data = { organizationId, userId: randomUUID(), role: 'member' } as never;
    recordEvent(tx, { type, organizationId, data });
  });
const eventsAfter = async (cursor: string | undefined, query: object = {}) =>
  (await app.call(listEvents, { query: { limit: 100, ...(cursor && { cursor }), ...query } as never }, { token })).body;
const endOfEvents = async () => {
  let page = await eventsAfter(undefined);
  while (page.nextCursor) page = await eventsAfter(page.nextCursor);
  return page.resumeCursor;
};

test('an endpoint created by the operator API gets the events that /v1/events shows, signed and logged', async () => {
  const target = await receiverForThisTest();
  const { status, body: endpoint } = await create({ url: target.url, types: ['member.left'], description: 'CRM' });
  expect(status).toBe(201);
  expect(endpoint).toMatchObject({ url: target.url, types: ['member.left'], description: 'CRM', enabled: true });
  expect(endpoint.secret).toMatch(/^whsec_/);
  const start = await endOfEvents();
  await record('member.joined');
  await record('member.left');
  await expect.poll(() => target.requests.length).toBe(1);
  const { items } = await eventsAfter(start, { types: 'member.left,organization.closed' });
  expect(items).toEqual([JSON.parse(target.requests[0]?.body ?? '')]);
  const params = { endpointId: endpoint.id };
  const list = async () => (await app.call(contract.listWebhookDeliveries, { params }, { token })).body.items;
  await expect.poll(async () => (await list())[0]?.status).toBe('succeeded');
  const [delivery] = await list();
  expect(delivery).toMatchObject({
    ...{ eventId: items[0]?.id, type: 'member.left', attempts: 1, nextAttemptAt: null },
    requestBody: target.requests[0]?.body,
    lastAttempt: { number: 1, status: 200, error: null, answer: 'ok' },
  });
  expect(delivery?.lastAttempt?.requestHeaders).toMatchObject({ 'webhook-id': items[0]?.id });
  const found = await app.call(contract.getWebhookDelivery, { params: { deliveryId: delivery?.id ?? '' } }, { token });
  expect(found.body.attemptLog).toEqual([delivery?.lastAttempt]);
});

test('a repeated creation returns the same endpoint and secret, which no row holds', async () => {
  const key = randomUUID();
  const first = await create({ url: 'https://hooks.test/a' }, key);
  const second = await create({ url: 'https://hooks.test/a' }, key);
  expect(second.body).toEqual(first.body);
  expect((await create({ url: 'https://hooks.test/b' }, key)).body).toMatchObject({ code: 'idempotency_conflict' });
  const rotation = { params: { endpointId: first.body.id }, body: { overlapHours: 1 } };
  const rotationKey = randomUUID();
  const rotated = await app.call(contract.rotateWebhookSecret, rotation, once(rotationKey));
  expect(rotated.body.secret).not.toBe(first.body.secret);
  expect((await app.call(contract.rotateWebhookSecret, rotation, once(rotationKey))).body).toEqual(rotated.body);
  const everything = (await databaseRows(app.db)).join('\n');
  for (const { secret } of [first.body, rotated.body])
    expect(everything).not.toContain(secret.slice('whsec_'.length, -1));
});

test.each([
  'ftp://hooks.test/',
  'nonsense',
  'https://user:secret@hooks.test/',
  'https://hooks.test/#part',
  'https://10.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'http://8.8.8.8/',
  'https://hooks.test/\u0000',
  '',
])('an endpoint with the address %j is refused with the name of the field', async (url) => {
  expect(await create({ url })).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } });
});

test.each([[], ['nothing.happened'], 'member.left', null])('an endpoint for the types %j is refused', async (types) => {
  const { status, body } = await create({ url: 'https://hooks.test/', types });
  expect({ status, path: body.errors?.[0]?.path }).toMatchObject({
    status: 400,
    path: expect.stringMatching(/^types/),
  });
});

test('changes, a test event, replays and deletion are done and written into the log by the key', async () => {
  const target = await receiverForThisTest((response) => response.writeHead(500).end());
  const { id: endpointId } = (await create({ url: target.url })).body;
  const params = { endpointId };
  const testKey = randomUUID();
  const sent = await app.call(contract.sendWebhookTestEvent, { params }, once(testKey));
  expect(sent).toMatchObject({ status: 201, body: { type: 'webhook.test' } });
  expect((await app.call(contract.sendWebhookTestEvent, { params }, once(testKey))).body.id).toBe(sent.body.id);
  const deliveryParams = { deliveryId: sent.body.id };
  const status = async () =>
    (await app.call(contract.getWebhookDelivery, { params: deliveryParams }, { token })).body.status;
  await expect.poll(status).toBe('failed');
  await app.call(contract.replayWebhookDelivery, { params: deliveryParams }, once());
  await expect.poll(() => target.requests.length).toBe(2);
  await expect.poll(status).toBe('failed');
  const since = { params, body: { since: '2026-01-01T00:00:00Z' } };
  const sinceKey = randomUUID();
  const replayed = await app.call(contract.replayFailedDeliveries, since, once(sinceKey));
  expect(replayed.body).toEqual({ deliveries: 1 });
  expect((await app.call(contract.replayFailedDeliveries, since, once(sinceKey))).body).toEqual(replayed.body);
  const off = await app.call(contract.updateWebhookEndpoint, { params, body: { enabled: false } }, { token });
  expect(off.body).toMatchObject({ enabled: false, disabledReason: 'requested', url: target.url });
  expect((await app.call(contract.deleteWebhookEndpoint, { params }, { token })).status).toBe(204);
  expect((await app.call(contract.getWebhookEndpoint, { params }, { token })).status).toBe(404);
  const admin = await newStaff(app, 'admin');
  const log = (await app.call(listAllAudit, { query: { limit: 100 } }, { token: admin.token })).body.items;
  const done = log
    .filter(({ details }) => details.url === target.url)
    .map(({ action, actorName }) => [action, actorName]);
  expect(done.reverse()).toEqual(
    ['created', 'replayed', 'replayed', 'changed', 'deleted'].map((action) => [`webhook.${action}`, 'Billing']),
  );
});

test('a reader of /v1/events gets every event once page by page, and goes on later from where it ended', async () => {
  const start = await endOfEvents();
  const organizationId = randomUUID();
  for (let count = 0; count < 5; count += 1) await record('member.left', organizationId);
  const ids: string[] = [];
  let cursor: string | null = start;
  let resumeCursor = start;
  while (cursor) {
    const page: Awaited<ReturnType<typeof eventsAfter>> = await eventsAfter(cursor, { limit: 2 });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    resumeCursor = page.resumeCursor;
  }
  expect(new Set(ids).size).toBe(5);
  expect((await eventsAfter(resumeCursor)).items).toEqual([]);
  await record('member.left', organizationId);
  expect((await eventsAfter(resumeCursor)).items).toMatchObject([{ type: 'member.left', organizationId }]);
});

test.each([{ types: 'nothing' }, { types: '' }, { limit: 0 }, { limit: 101 }, { cursor: 'x' }])(
  'events asked for by %j are refused with the name of the field',
  async (query) => {
    const { status, body } = await app.call(listEvents, { query: query as never }, { token });
    expect({ status, path: body.errors?.[0]?.path }).toEqual({ status: 400, path: Object.keys(query)[0] });
  },
);

test('a cursor that nobody was given is no error', async () => {
  for (const cursor of ['_'.repeat(22), 'A'.repeat(22)])
    expect((await app.call(listEvents, { query: { cursor } }, { token })).status).toBe(200);
});
