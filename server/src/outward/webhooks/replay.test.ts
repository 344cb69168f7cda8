import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { jobActor } from '../../../tests/support/webhooks.ts';
import { receiverForThisTest, webhooksForThisFile } from '../../../tests/support/webhooks-for-file.ts';
import { replayDelivery, replayFailed, sendTestEvent } from './deliveries.ts';
import { deleteOldDeliveries, findDelivery, selectDeliveries } from './deliveries-store.ts';
import { rotateSecret, updateEndpoint } from './endpoints.ts';

const testbed = webhooksForThisFile();

/** An endpoint that answers whatever `status` is at the moment. */
async function changeableEndpoint(status: number) {
  const answer = { status };
  const target = await receiverForThisTest((response) =>
    response.writeHead(answer.status).end(`says ${answer.status}`),
  );
  return { answer, target, ...(await testbed.current.addEndpoint(target.url)) };
}

const disable = (id: string) =>
  testbed.current.db.transaction((tx) => updateEndpoint(tx, testbed.current.context, jobActor, id, { enabled: false }));
const enable = (id: string) =>
  testbed.current.db.transaction((tx) => updateEndpoint(tx, testbed.current.context, jobActor, id, { enabled: true }));
const replay = (id: string) => testbed.current.db.transaction((tx) => replayDelivery(tx, jobActor, id));
const replayAll = (endpointId: string, since: string) =>
  testbed.current.db.transaction((tx) => replayFailed(tx, jobActor, { endpointId, since }));
const logOf = (endpointId: string) =>
  selectDeliveries(testbed.current.db, endpointId, { limit: 100, cursor: null, status: null });
const attempted = async (endpointId: string, count: number) =>
  expect.poll(async () => (await logOf(endpointId)).filter(({ attempts }) => attempts > 0).length).toBe(count);
const longAgo = '2026-01-01T00:00:00Z';

test('switching an endpoint off fails what waits, and a replay sends it once more with the same id', async () => {
  const { id, answer, target, secret } = await changeableEndpoint(500);
  testbed.current.startLoop();
  await testbed.current.record(3);
  await attempted(id, 3);
  await disable(id);
  expect(await testbed.current.countByStatus(id)).toEqual({ failed: 3 });
  await testbed.current.record(2);
  answer.status = 200;
  await testbed.current.db.transaction((tx) =>
    rotateSecret(tx, testbed.current.context, jobActor, { id, overlapHours: 0 }),
  );
  expect(await replayAll(id, longAgo)).toBe(3);
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ succeeded: 3 });
  const ids = target.requests.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(3);
  expect(ids.slice(3).sort()).toEqual(ids.slice(0, 3).sort());
  const [first, last] = [target.requests[0], target.requests.at(-1)];
  expect(first?.headers['webhook-signature']).not.toBe(last?.headers['webhook-signature']);
  expect(secret).toBeTruthy();
  expect((await testbed.current.db.queryText('select is_enabled from webhook_endpoints')).rows).toEqual([
    { is_enabled: false },
  ]);
});

test('a replay of all that failed takes the oldest up to a limit, and its repetition the rest', async () => {
  const { id } = await testbed.current.addEndpoint('http://127.0.0.1:9/hook');
  const loop = testbed.current.startLoop();
  await testbed.current.record(5);
  await attempted(id, 5);
  await loop.stop(5000);
  await disable(id);
  const waiting = async () => (await logOf(id)).filter(({ status }) => status === 'pending').map(({ seq }) => seq);
  const all = (await logOf(id)).map(({ seq }) => seq);
  const replayOldest = () =>
    testbed.current.db.transaction((tx) => replayFailed(tx, jobActor, { endpointId: id, since: longAgo }, 3));
  expect(await replayOldest()).toBe(3);
  expect(await waiting()).toEqual(all.slice(-3));
  expect(await replayOldest()).toBe(2);
  expect(await waiting()).toEqual(all);
});

test('a replay that fails is not retried and leaves the endpoint’s record alone', async () => {
  const { id, answer } = await changeableEndpoint(200);
  testbed.current.startLoop();
  await testbed.current.record(1);
  await attempted(id, 1);
  answer.status = 410;
  const [delivery] = await logOf(id);
  await replay(delivery?.id ?? '');
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ failed: 1 });
  const { rows } = await testbed.current.db.queryText('select is_enabled, failing_since from webhook_endpoints');
  expect(rows).toEqual([{ is_enabled: true, failing_since: null }]);
  const found = await findDelivery(testbed.current.db, delivery?.id ?? '');
  expect(found?.attemptList).toMatchObject([
    { number: 2, status: 410, answer: 'says 410', error: null, requestHeaders: { 'webhook-id': delivery?.eventId } },
    { number: 1, status: 200, answer: 'says 200' },
  ]);
});

test('a replay of failures since a time leaves older ones and successes as they are', async () => {
  const { id, answer, target } = await changeableEndpoint(500);
  testbed.current.startLoop();
  await testbed.current.record(2);
  await attempted(id, 2);
  await disable(id);
  await testbed.current.db.queryText(
    "update webhook_deliveries set created_at = now() - interval '2 hours' where seq = (select min(seq) from webhook_deliveries)",
  );
  answer.status = 200;
  expect(await replayAll(id, new Date(Date.now() - 3_600_000).toISOString())).toBe(1);
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ failed: 1, succeeded: 1 });
  expect(target.requests).toHaveLength(3);
});

test('an endpoint that is switched on again gets what happens from then on', async () => {
  const { id, target } = await changeableEndpoint(200);
  testbed.current.startLoop();
  await disable(id);
  await testbed.current.record(2);
  await enable(id);
  const [organizationId] = await testbed.current.record(1);
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ succeeded: 1 });
  expect(target.requests.map(({ body }) => JSON.parse(body).organizationId)).toEqual([organizationId]);
});

test('a test event reaches an endpoint that is switched off, once, and is not among the events', async () => {
  const { id, target } = await changeableEndpoint(500);
  await disable(id);
  testbed.current.startLoop();
  const { rows: before } = await testbed.current.db.queryText('select count(*)::int as count from events');
  await testbed.current.db.transaction((tx) => sendTestEvent(tx, { id: randomUUID(), endpointId: id }));
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ failed: 1 });
  expect(target.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'webhook.test', organizationId: null, data: { endpointId: id } },
  ]);
  expect((await testbed.current.db.queryText('select count(*)::int as count from events')).rows).toEqual(before);
});

test('deliveries and their attempts are deleted after thirty days', async () => {
  const { id } = await changeableEndpoint(200);
  testbed.current.startLoop();
  await testbed.current.record(3);
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ succeeded: 3 });
  await testbed.current.db.queryText(
    "update webhook_deliveries set created_at = now() - interval '31 days' where seq < (select max(seq) from webhook_deliveries)",
  );
  while (await deleteOldDeliveries(testbed.current.db, 30));
  expect(await testbed.current.countByStatus(id)).toEqual({ succeeded: 1 });
  const { rows } = await testbed.current.db.queryText('select count(*)::int as count from webhook_attempts');
  expect(rows).toEqual([{ count: 1 }]);
});
