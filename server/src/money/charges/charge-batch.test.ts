import { randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/v1/charges';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { amountsOf, callerWith, fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

const app = appForThisFile();
let key: string;
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  ({ key } = await newKey(app));
  call = callerWith(app, key);
});

const item = (organizationId: string, amountMinor: number, idempotencyKey: string = randomUUID()) => ({
  idempotencyKey,
  organizationId,
  amountMinor,
  currency: 'RUB' as const,
  description: 'Трафик',
});
type Item = ReturnType<typeof item>;
const send = (charges: Item[]) => call(contract.createChargeBatch, { body: { charges } });
const resultsOf = async (charges: Item[]) => (await send(charges)).body.results;
const outcome = (result: contract.BatchResult) =>
  'charge' in result ? result.charge.amountMinor : result.problem.code;
const balanceOf = async (id: string) => (await amountsOf(app, key, id)).balance;

test('a batch returns a result for each charge in their order, and a refused one stops no other', async () => {
  const [one, other] = [await fundedOrganization(app, 250), await fundedOrganization(app, 100)];
  const items = [
    item(one, 100),
    item(other, 60),
    item(one, 200),
    item(randomUUID(), 1),
    item(one, 150),
    item(other, 60),
  ];
  const results = await resultsOf(items);
  expect(results.map(outcome)).toEqual([100, 60, 'insufficient_funds', 'not_found', 150, 'insufficient_funds']);
  expect(results[2]).toMatchObject({ problem: { status: 402, missingMinor: 50 } });
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([0, 40]);
});

test('a repeated batch charges once; its refused items are tried again', async () => {
  const id = await fundedOrganization(app, 100);
  const items = [item(id, 80), item(id, 50)];
  const first = await resultsOf(items);
  expect(first.map(outcome)).toEqual([80, 'insufficient_funds']);
  await topUp(app, id, 100);
  const second = await resultsOf(items);
  expect(second.map(outcome)).toEqual([80, 50]);
  expect(second[0]).toEqual(first[0]);
  expect(await balanceOf(id)).toBe(70);
});

test('an item shares its idempotency key with a single charge, and another body of it conflicts', async () => {
  const id = await fundedOrganization(app, 100);
  const { idempotencyKey, ...body } = item(id, 30);
  const single = await call(contract.createCharge, { body }, idempotencyKey);
  const results = await resultsOf([
    { ...body, idempotencyKey },
    { ...body, idempotencyKey, amountMinor: 31 },
  ]);
  expect(results).toMatchObject([{ charge: single.body }, { problem: { code: 'idempotency_conflict', status: 422 } }]);
  expect(await balanceOf(id)).toBe(70);
});

test('an idempotency key twice in one batch charges once, and is refused twice where it is refused', async () => {
  const id = await fundedOrganization(app, 100);
  const twice = item(id, 40);
  const tooMuch = item(id, 400);
  const results = await resultsOf([twice, twice, tooMuch, tooMuch]);
  expect(results.map(outcome)).toEqual([40, 40, 'insufficient_funds', 'insufficient_funds']);
  expect(results[1]).toEqual(results[0]);
  expect(await balanceOf(id)).toBe(60);
});

test('concurrent batches of the same items in any order charge each once', async () => {
  const [one, other] = [await fundedOrganization(app, 1000), await fundedOrganization(app, 1000)];
  const items = Array.from({ length: 20 }, (_, index) => item(index % 2 ? one : other, 10));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => resultsOf(index % 2 ? items : items.toReversed())),
  );
  for (const [index, results] of answers.entries()) {
    const inOrder = index % 2 ? results : results.toReversed();
    expect(inOrder).toEqual(answers[1]);
  }
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([900, 900]);
});

test('500 charges of an organization go through in one batch, more are refused as a whole', async () => {
  const id = await fundedOrganization(app, 500);
  const items = Array.from({ length: 501 }, () => ({
    ...item(id, 1),
    description: 'Очень подробное описание '.repeat(8),
  }));
  expect(await send(items)).toMatchObject({ status: 400, body: { errors: [{ path: 'charges' }] } });
  expect((await resultsOf(items.slice(1))).every((result) => 'charge' in result)).toBe(true);
  expect(await balanceOf(id)).toBe(0);
  expect(await checkLedger(app.db)).toEqual([]);
});

test('an invalid item is named by its path and nothing is charged', async () => {
  const id = await fundedOrganization(app, 100);
  const answer = await send([item(id, 10), item(id, -1)]);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'charges.1.amountMinor' }] } });
  expect(await balanceOf(id)).toBe(100);
});
