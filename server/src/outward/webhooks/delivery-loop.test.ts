import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { receiverForThisTest, webhooksForThisFile } from '../../../tests/support/webhooks-for-file.ts';
import { sequenceEvents } from '../../platform/outbox/sequence-events.ts';
import { recordAttempt } from './attempt-delivery.ts';
import { insertDeliveries, leaseDeliveries } from './due-deliveries-store.ts';

const testbed = webhooksForThisFile();

const claim = (leaseSeconds = 60) => leaseDeliveries(testbed.current.db, { perEndpoint: 8, leaseSeconds });
const prepare = async () => {
  await sequenceEvents(testbed.current.db);
  while (await insertDeliveries(testbed.current.db));
};
const expireLeases = () =>
  testbed.current.db.queryText("update webhook_deliveries set next_attempt_at = now() where status = 'pending'");
const answered = { status: 200, error: null, answer: null, retryAfter: null, durationMs: 1, headers: {} };

test('what a killed worker was sending is sent again by another, with the same id', async () => {
  const target = await receiverForThisTest();
  const { id } = await testbed.current.addEndpoint(target.url);
  await testbed.current.record(3);
  await prepare();
  const lost = await claim();
  expect(lost).toHaveLength(3);
  testbed.current.startLoop();
  await testbed.current.record(1);
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ pending: 3, succeeded: 1 });
  await expireLeases();
  await expect.poll(() => testbed.current.countByStatus(id)).toEqual({ succeeded: 4 });
  const ids = target.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids.slice(1).sort()).toEqual(lost.map(({ eventId }) => eventId).sort());
});

test('the outcome of an attempt that lost its lease changes nothing', async () => {
  const { id } = await testbed.current.addEndpoint('http://127.0.0.1:9/');
  await testbed.current.record(1);
  await prepare();
  const [late] = await claim(0);
  const [second] = await claim();
  expect(second?.id).toBe(late?.id);
  const { db, queue } = testbed.current;
  if (!late || !second) throw new Error('nothing was claimed');
  await recordAttempt({ db, queue }, late, { ...answered, status: 500, startedAt: new Date() });
  expect(await testbed.current.countByStatus(id)).toEqual({ pending: 1 });
  await recordAttempt({ db, queue }, second, { ...answered, startedAt: new Date() });
  expect(await testbed.current.countByStatus(id)).toEqual({ succeeded: 1 });
  await recordAttempt({ db, queue }, second, { ...answered, status: 500, startedAt: new Date() });
  const { rows } = await db.queryText('select count(*)::int as count from webhook_attempts where delivery_id = $1', [
    late.id,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
});

test('a stop gives back what still runs, and another worker sends it', async () => {
  const hanging = await receiverForThisTest(() => {});
  const { id } = await testbed.current.addEndpoint(hanging.url);
  const first = testbed.current.startLoop();
  await testbed.current.record(2);
  await expect.poll(() => hanging.requests.length).toBe(2);
  await first.stop(0);
  testbed.current.startLoop();
  await expect.poll(() => hanging.requests.length).toBe(4);
  expect(new Set(hanging.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  expect(await testbed.current.countByStatus(id)).toEqual({ pending: 2 });
});

test('claims at the same time take at most eight deliveries of one endpoint', async () => {
  await testbed.current.addEndpoint('http://127.0.0.1:9/');
  await testbed.current.record(200);
  await prepare();
  for (let round = 0; round < 30; round += 1) {
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim()));
    expect(claims.flat()).toHaveLength(8);
    await expireLeases();
  }
});

test('two workers send each event once and never more than eight at a time to one endpoint', async () => {
  let [open, most] = [0, 0];
  const slow = await receiverForThisTest((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 10);
  });
  const { id } = await testbed.current.addEndpoint(slow.url);
  testbed.current.startLoop();
  testbed.current.startLoop();
  await testbed.current.record(200);
  await expect.poll(() => testbed.current.countByStatus(id), { timeout: 15_000 }).toEqual({ succeeded: 200 });
  expect(new Set(slow.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(200);
  expect(slow.requests).toHaveLength(200);
  expect(most).toBeLessThanOrEqual(8);
});

/** Bytes in use after a full collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test('ten thousand events to a slow endpoint leave memory flat and another endpoint on time', async () => {
  const slow = await receiverForThisTest(() => {});
  const { id: slowId } = await testbed.current.addEndpoint(slow.url);
  testbed.current.startLoop();
  await testbed.current.record(20);
  await expect.poll(() => slow.requests.length).toBe(8);
  const before = heapUsed();
  // Each as large as events get: all of them in memory would be 100 MB.
  await testbed.current.db.queryText(
    `insert into events (id, organization_id, type, body)
     select gen_random_uuid(), gen_random_uuid(), 'balance.changed', json_build_object('text', repeat('x', 10000))
     from generate_series(1, 10000)`,
  );
  await expect
    .poll(() => testbed.current.countByStatus(slowId), { timeout: 60_000, interval: 500 })
    .toEqual({ pending: 10_020 });
  const good = await receiverForThisTest();
  const { id: goodId } = await testbed.current.addEndpoint(good.url);
  await testbed.current.record(20);
  await expect.poll(() => testbed.current.countByStatus(goodId)).toEqual({ succeeded: 20 });
  expect(slow.requests).toHaveLength(8);
  expect(heapUsed() / before).toBeLessThan(1.2);
}, 90_000);
