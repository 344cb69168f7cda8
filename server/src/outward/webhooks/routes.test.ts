import { randomUUID } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { revokeKey } from '@kazna/contract/admin/keys';
import * as contract from '@kazna/contract/admin/webhooks';
import { createWebhookEndpoint } from '@kazna/contract/v1/webhooks';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newKey } from '../../../tests/support/keys.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { receiverForThisTest } from '../../../tests/support/webhooks-for-file.ts';

const app = appForThisFile();
let staff: SignedIn;
beforeAll(async () => {
  staff = await newStaff(app, 'admin', 'Ольга');
});

const create = (url: string) =>
  app.call(contract.createWebhook, { body: { url, types: ['*'], description: 'Учёт' } }, { token: staff.token });
const ofEndpoint = async (url: string) => ({ params: { endpointId: (await create(url)).body.id } });
const deliveries = async (params: { endpointId: string }, query: object = {}) =>
  (await app.call(contract.listDeliveries, { params, query }, { token: staff.token })).body;

test('staff add an address, send a test event, read the log and send the delivery once more', async () => {
  const { token } = staff;
  const target = await receiverForThisTest();
  const { status, body } = await create(target.url);
  expect(status).toBe(201);
  expect(body.secret).toMatch(/^whsec_/);
  const params = { endpointId: body.id };
  const list = await app.call(contract.listWebhooks, {}, { token });
  expect(list.body.items[0]).toMatchObject({ id: body.id, url: target.url, types: ['*'], description: 'Учёт' });
  expect(JSON.stringify(list.body)).not.toContain(body.secret);

  expect((await app.call(contract.testWebhook, { params }, { token })).status).toBe(201);
  await expect.poll(async () => (await deliveries(params)).items[0]?.status).toBe('succeeded');
  const [delivery] = (await deliveries(params)).items;
  expect(delivery).toMatchObject({ type: 'webhook.test', attempts: 1, lastAttempt: { status: 200, answer: 'ok' } });
  const deliveryId = delivery?.id as string;
  await app.call(contract.replayDelivery, { params: { deliveryId } }, { token });
  const attemptLog = async () =>
    (await app.call(contract.getDelivery, { params: { deliveryId } }, { token })).body.attemptLog;
  await expect.poll(async () => (await attemptLog()).map(({ number }) => number)).toEqual([2, 1]);
  expect(target.requests.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.eventId, delivery?.eventId]);
});

test('staff send everything again that failed since a time, and page the log by key', async () => {
  const { token } = staff;
  const target = await receiverForThisTest((response) => response.writeHead(500).end());
  const { params } = await ofEndpoint(target.url);
  for (let turn = 0; turn < 3; turn += 1) await app.call(contract.testWebhook, { params }, { token });
  const failed = async () => (await deliveries(params, { status: 'failed' })).items.length;
  await expect.poll(failed).toBe(3);
  const first = await deliveries(params, { limit: 2 });
  const second = await deliveries(params, { limit: 2, cursor: first.nextCursor });
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3);
  expect(second.nextCursor).toBeNull();
  const replay = (since: string) => app.call(contract.replayFailed, { params, body: { since } }, { token });
  expect((await replay('2100-01-01T00:00:00Z')).body).toEqual({ deliveries: 0 });
  expect((await replay('2000-01-01T00:00:00Z')).body).toEqual({ deliveries: 3 });
  await expect.poll(() => target.requests.length).toBe(6);
});

test('staff change, switch off and on, renew the secret and delete; the log names who did it and no secret', async () => {
  const { token } = staff;
  const { body } = await create('https://hooks.test/path?token=receivers-own');
  const params = { endpointId: body.id };
  const change = (changes: object) => app.call(contract.updateWebhook, { params, body: changes }, { token });
  expect((await change({ enabled: false })).body).toMatchObject({ enabled: false, disabledReason: 'requested' });
  expect((await change({ enabled: true, types: ['charge.created'], description: null })).body).toMatchObject({
    enabled: true,
    types: ['charge.created'],
    description: null,
  });
  const renewed = await app.call(contract.renewWebhookSecret, { params, body: { overlapHours: 24 } }, { token });
  expect(renewed.body.secret).not.toBe(body.secret);
  expect((await app.call(contract.deleteWebhook, { params }, { token })).status).toBe(204);
  expect((await app.call(contract.deleteWebhook, { params }, { token })).status).toBe(404);
  const log = (await app.call(listAllAudit, { query: { actorId: staff.id, limit: 5 } }, { token })).body.items;
  expect(log.map(({ action }) => action)).toEqual([
    'webhook.deleted',
    'webhook.secret_rotated',
    'webhook.changed',
    'webhook.changed',
    'webhook.created',
  ]);
  expect(JSON.stringify(log)).not.toMatch(/whsec_|receivers-own/);
});

test('the list says who added an address, and that of a revoked key is theirs who switch it on again', async () => {
  const { token } = staff;
  const key = await newKey(app);
  const body = { url: 'https://hooks.test/of-key', types: ['*' as const] };
  const call = { token: key.key, headers: { 'idempotency-key': randomUUID() } };
  const { id } = (await app.call(createWebhookEndpoint, { body }, call)).body;
  const { body: ofStaff } = await create('https://hooks.test/of-staff');
  const listed = async (wanted: string) =>
    (await app.call(contract.listWebhooks, {}, { token })).body.items.find((one) => one.id === wanted);
  expect(await listed(ofStaff.id)).toMatchObject({ keyId: null, createdBy: 'Ольга' });
  expect(await listed(id)).toMatchObject({ keyId: key.id, createdBy: 'Billing', enabled: true });
  expect((await app.call(revokeKey, { params: { keyId: key.id } }, { token })).status).toBe(204);
  expect(await listed(id)).toMatchObject({ keyId: key.id, enabled: false, disabledReason: 'key_stopped' });
  const params = { endpointId: id };
  await app.call(contract.updateWebhook, { params, body: { enabled: true } }, { token });
  expect(await listed(id)).toMatchObject({ keyId: null, createdBy: 'Ольга', enabled: true });
});

test.each([
  ['nonsense', 'Введите адрес целиком, например https://example.ru/webhooks'],
  ['ftp://hooks.test/', 'Адрес должен начинаться с https://'],
  ['https://user:word@hooks.test/', 'Уберите из адреса имя пользователя и пароль'],
  ['https://hooks.test/#part', 'Уберите из адреса часть после #'],
  ['https://10.0.0.1/', 'На этот IP-адрес отправлять нельзя: он внутри сети'],
  ['https://пример.рф/', 'Введите адрес латинскими буквами и без пробелов'],
])('the address %s is refused in Russian at its field', async (url, message) => {
  const { status, body } = await create(url);
  expect([status, body]).toMatchObject([400, { errors: [{ path: 'url', message }] }]);
});
