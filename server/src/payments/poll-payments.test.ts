import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { balanceOf, newPayer, openPayment, type Payer, readPayment } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { parseConfig } from '../config/config.ts';
import { openQueue, type Queue } from '../platform/jobs/queue.ts';
import { jobKinds, paymentContext } from '../worker.ts';
import { type PollLoopOptions, startPollLoop } from './poll-payments.ts';
import { countDuePolls, deletePoll, leasePolls, postponePoll, renewPolls } from './polls-store.ts';
import { type PaymentProvider, providersOf } from './providers/provider.ts';
import { paymentSettling } from './settle-payment.ts';

let shop: Shop;
let queue: Queue;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), {}, { isIdle: true });
  // Jobs are stored, and nobody runs them.
  queue = await openQueue(shop.db, { kinds: jobKinds, isWorker: false, onError: () => {} });
  payer = await newPayer(shop);
});
const errors: Error[] = [];
beforeEach(async () => {
  errors.length = 0;
  await shop.db.queryText('delete from payment_polls');
});
afterAll(async () => {
  await queue.stop();
  await shop.close();
});

function startLoop(options: Partial<PollLoopOptions> = {}): void {
  const config = parseConfig({ NODE_ENV: 'test' });
  const context = paymentContext({ ...shop, queue, config, log: pino({ level: 'silent' }) });
  const loop = startPollLoop({ ...context, onError: (error) => errors.push(error), restMs: 20, ...options });
  onTestFinished(() => loop.stop(1000));
}

const makeDue = (paymentId: string) =>
  shop.db.queryText('update payment_polls set next_at = now() where payment_id = $1', [paymentId]);

const lease = () => leasePolls(shop.db, { limit: 10, leaseSeconds: 30 });

async function pollOf(paymentId: string) {
  const { rows } = await shop.db.queryText(
    'select begun, next_at > now() as "isLater" from payment_polls where payment_id = $1',
    [paymentId],
  );
  return rows[0];
}

const statusOf = async (paymentId: string) => (await readPayment(shop, payer, paymentId)).status;

test('a payment of which no notification comes is polled with its organization’s others, credited once and polled no more', async () => {
  const [paid, waiting] = [await openPayment(shop, payer), await openPayment(shop, payer)];
  await shop.provider.payByCard(paid.providerId);
  expect(await pollOf(paid.id)).toEqual({ begun: 0, isLater: true });
  startLoop();
  await makeDue(paid.id);
  await makeDue(waiting.id);
  await expect.poll(() => pollOf(paid.id)).toBeUndefined();
  await expect.poll(() => pollOf(waiting.id)).toEqual({ begun: 1, isLater: true });
  expect([await statusOf(paid.id), await statusOf(waiting.id)]).toEqual(['succeeded', 'pending']);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: paid.amountMinor });
});

test('more payments than one process polls at once are all polled', async () => {
  const payments = await Promise.all(Array.from({ length: 7 }, () => openPayment(shop, payer)));
  await shop.db.queryText('update payment_polls set next_at = now()');
  startLoop({ maxRunning: 2, restMs: 60_000 });
  for (const { id } of payments) await expect.poll(() => pollOf(id)).toEqual({ begun: 1, isLater: true });
});

test('a payment whose worker died is polled by another once the lease expires, and not before', async () => {
  const { id, providerId } = await openPayment(shop, payer);
  await shop.provider.payByCard(providerId);
  await makeDue(id);
  expect(await countDuePolls(shop.db)).toMatchObject({ waiting: 1 });
  expect(await lease()).toEqual([{ paymentId: id, attempt: 0 }]);
  expect([await lease(), await countDuePolls(shop.db)]).toEqual([[], { waiting: 0, oldestSeconds: 0 }]);
  await makeDue(id);
  startLoop();
  await expect.poll(() => statusOf(id)).toBe('succeeded');
});

test('a worker that lost its lease changes nothing of the next one’s', async () => {
  const { id } = await openPayment(shop, payer);
  await makeDue(id);
  const [lost] = await lease();
  await makeDue(id);
  const [held] = await lease();
  expect([lost, held]).toEqual([
    { paymentId: id, attempt: 0 },
    { paymentId: id, attempt: 1 },
  ]);
  if (!lost || !held) throw new Error('nothing was leased');
  await makeDue(id);
  await renewPolls(shop.db, [lost], 30);
  await postponePoll(shop.db, lost, 30);
  expect(await deletePoll(shop.db, lost)).toBe(false);
  expect(await pollOf(id)).toEqual({ begun: 2, isLater: false });
  await renewPolls(shop.db, [lost, held], 30);
  expect(await pollOf(id)).toEqual({ begun: 2, isLater: true });
});

test('a poll that fails by an error of ours is reported and goes on as a job, and no other waits for it', async () => {
  const [broken, paid] = [await openPayment(shop, payer), await openPayment(shop, payer)];
  await shop.provider.payByCard(paid.providerId);
  const real = shop.providers.default;
  const getPayment: PaymentProvider['getPayment'] = async (providerId, savesMethod) => {
    if (providerId === broken.providerId) throw new TypeError('a fault of ours');
    return real.getPayment(providerId, savesMethod);
  };
  await shop.db.queryText('update payment_polls set next_at = now()');
  startLoop({ providers: providersOf({ ...real, getPayment }) });
  await expect.poll(() => statusOf(paid.id)).toBe('succeeded');
  await expect.poll(() => pollOf(broken.id)).toBeUndefined();
  expect(errors.map(({ message }) => message)).toEqual(['a fault of ours']);
  const { rows } = await shop.db.queryText("select data from pgboss.job where name = $1 and data->>'paymentId' = $2", [
    paymentSettling.name,
    broken.id,
  ]);
  expect(rows).toEqual([{ data: { paymentId: broken.id, attempt: 0 } }]);
  // Staff may retry it; then the payment is polled on.
  await shop.run(paymentSettling, { paymentId: broken.id, attempt: 0 });
  expect(await pollOf(broken.id)).toEqual({ begun: 1, isLater: true });
});

test('a payment that an earlier version stored with a job is polled on after it', async () => {
  const [waiting, paid] = [await openPayment(shop, payer), await openPayment(shop, payer)];
  await shop.db.queryText('delete from payment_polls');
  await shop.provider.payByCard(paid.providerId);
  for (const { id } of [waiting, paid]) await shop.run(paymentSettling, { paymentId: id, attempt: 3 });
  expect([await pollOf(waiting.id), await pollOf(paid.id)]).toEqual([{ begun: 4, isLater: true }, undefined]);
  expect(await statusOf(paid.id)).toBe('succeeded');
});
