import { randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/v1/charges';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { amountsOf, callerWith, fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
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

describe('the idempotency key of a batch', () => {
  const under = (batchKey: string, charges: Item[]) =>
    app.call(
      contract.createChargeBatch,
      { body: { charges } },
      { token: key, headers: { 'idempotency-key': batchKey } },
    );

  test('a repeated key of a batch returns the first results and charges nothing that was refused', async () => {
    const id = await fundedOrganization(app, 100);
    const [batchKey, items] = [randomUUID(), [item(id, 50), item(id, 80), item(randomUUID(), 1), item(id, 40)]];
    const first = await under(batchKey, items);
    expect(first.body.results.map(outcome)).toEqual([50, 'insufficient_funds', 'not_found', 40]);
    await topUp(app, id, 100);
    const second = await under(batchKey, items);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await balanceOf(id)).toBe(110);
  });

  test('the key of a batch is kept for three days, those of its charges for good', async () => {
    const id = await fundedOrganization(app, 100);
    const [batchKey, one] = [randomUUID(), item(id, 10)];
    await under(batchKey, [one]);
    const text =
      'select extract(epoch from expires_at - created_at)::int / 86400 as days from idempotency_keys where key = $1';
    const days = async (name: string) => (await app.db.queryText(text, [name])).rows;
    expect(await days(batchKey)).toEqual([{ days: 3 }]);
    expect(await days(one.idempotencyKey)).toEqual([{ days: null }]);
  });

  test('a repeated key of a batch with another body is a conflict and charges nothing', async () => {
    const id = await fundedOrganization(app, 100);
    const batchKey = randomUUID();
    await under(batchKey, [item(id, 10)]);
    const other = await under(batchKey, [item(id, 20)]);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
    expect(await balanceOf(id)).toBe(90);
  });

  test('the same key of a batch by another key of the API is another batch', async () => {
    const id = await fundedOrganization(app, 100);
    const batchKey = randomUUID();
    await under(batchKey, [item(id, 10)]);
    const { key: token } = await newKey(app);
    const body = { charges: [item(id, 20)] };
    const headers = { 'idempotency-key': batchKey };
    expect((await app.call(contract.createChargeBatch, { body }, { token, headers })).status).toBe(200);
    expect(await balanceOf(id)).toBe(70);
  });

  test('a batch that was cut off after its claim is charged by the repeated call', async () => {
    const id = await fundedOrganization(app, 100);
    const [batchKey, items] = [randomUUID(), [item(id, 30), item(id, 200)]];
    const first = await under(batchKey, items);
    // As after a crash between the claim and the end: no refusals are stored.
    await app.db.queryText('update idempotency_keys set answer = null, status = null where key = $1', [batchKey]);
    const second = await under(batchKey, items);
    expect(second.body.results.map(outcome)).toEqual([30, 'insufficient_funds']);
    expect(second.body.results[0]).toEqual(first.body.results[0]);
    expect(await balanceOf(id)).toBe(70);
  });

  test('an item that was charged after its refusal is shown as charged by the repeated batch', async () => {
    const id = await fundedOrganization(app, 100);
    const [batchKey, items] = [randomUUID(), [item(id, 150)]];
    expect((await under(batchKey, items)).body.results.map(outcome)).toEqual(['insufficient_funds']);
    await topUp(app, id, 100);
    expect((await under(randomUUID(), items)).body.results.map(outcome)).toEqual([150]);
    expect((await under(batchKey, items)).body.results.map(outcome)).toEqual([150]);
    expect(await balanceOf(id)).toBe(50);
  });

  test('20 concurrent calls with one key of a batch charge once', async () => {
    const id = await fundedOrganization(app, 100);
    const [batchKey, items] = [randomUUID(), [item(id, 5), item(id, 6)]];
    const answers = await Promise.all(Array.from({ length: 20 }, () => under(batchKey, items)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(await balanceOf(id)).toBe(89);
  });
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

const fundedOrganizations = (count: number, amountMinor: number) =>
  Promise.all(Array.from({ length: count }, () => fundedOrganization(app, amountMinor)));
const transactionsOf = async (organizations: string[]) => {
  const text = 'select count(distinct xmin::text)::int as count from charges where organization_id = any($1)';
  const { rows } = await app.db.queryText(text, [organizations]);
  return rows[0]?.count;
};

test('a batch over many organizations takes few transactions, and money that lacks is refused item by item', async () => {
  const organizations = await fundedOrganizations(12, 25);
  const items = [10, 20, 5].flatMap((amount) => organizations.map((id) => item(id, amount)));
  const results = await resultsOf(items);
  expect(results.map(outcome)).toEqual([10, 'insufficient_funds', 5].flatMap((each) => organizations.map(() => each)));
  expect(await transactionsOf(organizations)).toBe(4);
  expect(await Promise.all(organizations.map(balanceOf))).toEqual(organizations.map(() => 10));
  const again = await resultsOf(items);
  expect(again.map(outcome)).toEqual(results.map(outcome));
  expect(again.filter((result) => 'charge' in result)).toEqual(results.filter((result) => 'charge' in result));
  expect(await transactionsOf(organizations)).toBe(4);
});

test('an unknown organization and one without an account are refused alone in a batch over many', async () => {
  const organizations = await fundedOrganizations(6, 10);
  const poor = await fundedOrganization(app, 0);
  const items = [...organizations, randomUUID(), poor].map((id) => item(id, 10));
  const results = (await resultsOf(items)).map(outcome);
  expect(results).toEqual([...organizations.map(() => 10), 'not_found', 'insufficient_funds']);
});

test('of equal keys for two organizations the first in the batch wins, also where its balance is locked', async () => {
  const [first = '', second = ''] = await fundedOrganizations(2, 10);
  const key = randomUUID();
  const text = "select from ledger_accounts where organization_id = $1 and kind = 'organization' for update";
  const { sent } = await app.db.transaction(async (tx) => {
    await tx.queryText(text, [first]);
    const sent = resultsOf([item(first, 10, key), item(second, 10, key)]);
    await untilDoneOrBlocked(app, sent);
    // Whoever does not wait its turn has come by.
    for (let read = 0; read < 20; read += 1) await balanceOf(second);
    return { sent };
  });
  expect((await sent).map(outcome)).toEqual([10, 'idempotency_conflict']);
  expect(await balanceOf(second)).toBe(10);
});

test('a closed organization and one without an account keep no other of their transaction from its money', async () => {
  const [closed = '', empty = '', ...others] = (await fundedOrganizations(12, 0)).toSorted();
  await app.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [closed]);
  for (const id of others) await topUp(app, id, 10);
  const results = await resultsOf([closed, empty, ...others].map((id) => item(id, 10)));
  expect(results.map(outcome)).toEqual(['organization_closed', 'insufficient_funds', ...others.map(() => 10)]);
});

test('an organization whose account is locked delays no others of a batch, and is charged once it is free', async () => {
  const organizations = await fundedOrganizations(12, 10);
  const [busy = '', ...others] = organizations.toSorted().toReversed();
  const text = "select from ledger_accounts where organization_id = $1 and kind = 'organization' for update";
  const batch = await app.db.transaction(async (tx) => {
    await tx.queryText(text, [busy]);
    const sent = send(organizations.map((id) => item(id, 10)));
    // Less than a wait for a lock usually takes.
    await expect.poll(() => Promise.all(others.map(balanceOf)), { timeout: 8000 }).toEqual(others.map(() => 0));
    return { sent };
  });
  const { body } = await batch.sent;
  expect(body.results.map(outcome)).toEqual(organizations.map(() => 10));
});

test('concurrent batches over the same organizations in any order and single charges are all answered and charge each once', async () => {
  const organizations = await fundedOrganizations(12, 1000);
  const itemsOfAll = () => organizations.flatMap((id) => [item(id, 10), item(id, 10)]);
  const repeated = itemsOfAll();
  const batches = Array.from({ length: 6 }, (_, index) => {
    // Equal keys are equal charges: batches of new ones meet at the accounts alone.
    const items = index % 3 ? itemsOfAll() : repeated;
    return resultsOf(index % 2 ? items : items.toReversed());
  });
  const singles = organizations.map((id) => {
    const { idempotencyKey, ...body } = item(id, 10);
    return call(contract.createCharge, { body }, idempotencyKey);
  });
  for (const results of await Promise.all(batches)) expect(results.map(outcome)).toEqual(repeated.map(() => 10));
  for (const { status } of await Promise.all(singles)) expect(status).toBe(201);
  expect(await Promise.all(organizations.map(balanceOf))).toEqual(organizations.map(() => 890));
  expect(await checkLedger(app.db)).toEqual([]);
});

test('an id in capitals is the same organization, in a charge and among many in a batch', async () => {
  const organizations = await fundedOrganizations(6, 30);
  const capitals = organizations.map((id) => item(id.toUpperCase(), 10));
  const { idempotencyKey, ...body } = item((organizations[0] ?? '').toUpperCase(), 10);
  expect(await call(contract.createCharge, { body }, idempotencyKey)).toMatchObject({ status: 201 });
  const results = await resultsOf([...capitals, ...organizations.map((id) => item(id, 10))]);
  expect(results.map(outcome)).toEqual([...organizations, ...organizations].map(() => 10));
  expect(await Promise.all(organizations.map(balanceOf))).toEqual([0, 10, 10, 10, 10, 10]);
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
