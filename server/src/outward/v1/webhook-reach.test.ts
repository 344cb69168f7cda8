import { randomUUID } from 'node:crypto';
import { createWebhook } from '@kazna/contract/admin/webhooks';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import type { Scope } from '@kazna/contract/shared/scopes';
import { eventTypes, readableEventTypes } from '@kazna/contract/v1/event-types';
import * as contract from '@kazna/contract/v1/webhooks';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { newStaff } from '../../../tests/support/staff.ts';

const app = appForThisFile();

const as = async (...scopes: Scope[]) => {
  const { key: token } = await newKey(app, scopes);
  return <E extends Endpoint>(endpoint: E, sent: object = {}) =>
    app.call(endpoint, sent as never, { token, headers: { 'idempotency-key': randomUUID() } });
};
type Caller = Awaited<ReturnType<typeof as>>;
const create = (call: Caller, types: string[]) =>
  call(contract.createWebhookEndpoint, { body: { url: 'https://hooks.example/', types } });

test('every event type is readable by the scope of what it holds, and all by events:read', () => {
  expect(readableEventTypes(['webhooks:write'])).toEqual([]);
  expect(readableEventTypes(['events:read'])).toEqual(eventTypes);
  const others: Scope[] = ['payments:read', 'charges:write', 'holds:write', 'organizations:read', 'services:read'];
  expect(readableEventTypes(others)).toEqual(eventTypes);
  expect(readableEventTypes(['ledger:read'])).toEqual(['balance.changed', 'balance.low']);
});

test('a key has no events sent that it may not read', async () => {
  const bare = await as('webhooks:write');
  for (const types of [['*'], ['payment.succeeded']]) {
    expect(await create(bare, types)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  }
  const charging = await as('webhooks:write', 'charges:write');
  expect((await create(charging, ['charge.created', 'payment.succeeded'])).status).toBe(403);
  const all = await create(charging, ['*']);
  expect(all).toMatchObject({ status: 201, body: { types: ['charge.created', 'charge.refunded'] } });
  const body = { types: ['charge.created', 'member.joined'] };
  const params = { endpointId: all.body.id };
  expect((await charging(contract.updateWebhookEndpoint, { params, body })).status).toBe(403);
});

test('with events:read every event is sent, later types too', async () => {
  const reading = await as('webhooks:write', 'events:read');
  expect((await create(reading, ['*'])).body.types).toEqual(['*']);
});

test('an address that gets more than its key may read is narrowed to that when the key moves it', async () => {
  const charging = await as('webhooks:write', 'charges:write');
  const { id } = (await create(charging, ['charge.created'])).body;
  await app.db.queryText("update webhook_endpoints set types = '{*}' where id = $1", [id]);
  const update = (body: object) => charging(contract.updateWebhookEndpoint, { params: { endpointId: id }, body });
  expect((await update({ enabled: false })).status).toBe(200);
  expect((await update({ url: 'https://elsewhere.example/' })).body.types).toEqual([
    'charge.created',
    'charge.refunded',
  ]);
});

test('addresses of other keys and of staff answer as missing, unless the key may manage all', async () => {
  const owner = await as('webhooks:write', 'events:read');
  const stranger = await as('webhooks:write', 'events:read');
  const manager = await as('webhooks:write', 'events:read', 'webhooks:manage');
  const staff = await newStaff(app, 'admin');
  const form = { url: 'https://staff.example/', types: ['*' as const], description: null };
  const ofStaff = (await app.call(createWebhook, { body: form }, { token: staff.token })).body.id;
  const { id: own } = (await create(owner, ['*'])).body;
  const { id: deliveryId } = (await owner(contract.sendWebhookTestEvent, { params: { endpointId: own } })).body;
  for (const endpointId of [own, ofStaff]) {
    const params = { endpointId };
    const since = new Date().toISOString();
    const attempts: [Endpoint, object?][] = [
      [contract.getWebhookEndpoint],
      [contract.updateWebhookEndpoint, { url: 'https://thief.example/' }],
      [contract.rotateWebhookSecret, { overlapHours: 0 }],
      [contract.sendWebhookTestEvent],
      [contract.listWebhookDeliveries],
      [contract.replayFailedDeliveries, { since }],
      [contract.deleteWebhookEndpoint],
    ];
    for (const [endpoint, body] of attempts) {
      expect(await stranger(endpoint, { params, ...(body && { body }) })).toMatchObject({ status: 404 });
    }
    expect((await manager(contract.getWebhookEndpoint, { params })).status).toBe(200);
  }
  for (const endpoint of [contract.getWebhookDelivery, contract.replayWebhookDelivery]) {
    expect((await stranger(endpoint, { params: { deliveryId } })).status).toBe(404);
  }
  const idsOf = async (call: Caller) =>
    (await call(contract.listWebhookEndpoints, { query: { limit: 100 } })).body.items.map(({ id }) => id);
  expect(await idsOf(stranger)).toEqual([]);
  expect(await idsOf(owner)).toEqual([own]);
  expect(await idsOf(manager)).toEqual(expect.arrayContaining([own, ofStaff]));
});
