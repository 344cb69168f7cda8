import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { Database, Transaction } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { uuidv7 } from '../db/uuid.ts';
import { keepAnswer } from './answers.ts';
import { claimKey, claimKeys } from './claim-key.ts';
import { deleteExpiredKeys } from './jobs.ts';

let opened: TestDatabase;
let pools: [Database, Database];
beforeAll(async () => {
  opened = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  await migrate(opened.db);
  pools = [opened.db, await opened.openAgain()];
  await opened.db.queryText('create table works (scope text, key text, amount int)');
});
afterAll(async () => {
  await pools[1].close();
  await opened.remove();
});

interface Call {
  scope: string;
  key: string;
  amount: number;
  /** Rolls back after the work. */
  isFailing?: boolean;
}

const newCall = (): Call => ({ scope: `works:${randomUUID()}`, key: randomUUID(), amount: 1 });
const claimOf = ({ scope, key, amount }: Call) => ({ scope, key, body: { amount }, reference: uuidv7(), keepDays: 3 });

async function workOnce(tx: Transaction, call: Call) {
  const claim = claimOf(call);
  const claimed = await claimKey(tx, claim);
  if (!claimed.isNew) return claimed.answer;
  await tx.queryText('insert into works values ($1, $2, $3)', [call.scope, call.key, call.amount]);
  if (call.isFailing) throw new Error('rolled back');
  return keepAnswer(tx, call, { status: 201, body: { id: claim.reference } });
}

const run = (call: Call, pool = 0) => (pools[pool] as Database).transaction((tx) => workOnce(tx, call));

async function worksOf({ scope, key }: Call): Promise<unknown[]> {
  const text = 'select amount from works where scope = $1 and key = $2';
  return (await opened.db.queryText(text, [scope, key])).rows.map(({ amount }) => amount);
}

/** Claims in a transaction that stays open until the test ends it. */
function claimAndWait(call: Call) {
  const end = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<void>();
  const result = opened.db.transaction(async (tx) => {
    const answer = await workOnce(tx, call);
    claimed.resolve();
    await end.promise;
    return answer;
  });
  result.catch(() => {});
  return { claimed: claimed.promise, commit: end.resolve, rollBack: () => end.reject(new Error('given up')), result };
}

const untilOneWaits = () =>
  expect
    .poll(async () => {
      const text = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await opened.db.queryText(text)).rows[0]?.n;
    })
    .toBe(1);

test('20 concurrent calls with one key through two processes do the work once and get the same answer', async () => {
  const call = newCall();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => run(call, index % 2)));
  expect(answers[0]).toEqual({ status: 201, body: { id: expect.any(String) } });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await run(call)).toEqual(answers[0]);
  expect(await worksOf(call)).toEqual([1]);
});

test('a key used for another body is refused with 422 and does nothing', async () => {
  const call = newCall();
  await run(call);
  await expect(run({ ...call, amount: 2 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  expect(await worksOf(call)).toEqual([1]);
});

describe('a call that meets its key in an open transaction', () => {
  test('a call that meets its key in an open transaction returns the first answer once that commits', async () => {
    const call = newCall();
    const first = claimAndWait(call);
    await first.claimed;
    const second = run(call, 1);
    await untilOneWaits();
    first.commit();
    expect(await second).toEqual(await first.result);
    expect(await worksOf(call)).toEqual([1]);
  });

  test('a call that meets its key in an open transaction does the work itself, with any body, once that is rolled back', async () => {
    const call = newCall();
    const first = claimAndWait(call);
    await first.claimed;
    const second = run({ ...call, amount: 2 }, 1);
    await untilOneWaits();
    first.rollBack();
    await expect(first.result).rejects.toThrow('given up');
    expect(await second).toMatchObject({ status: 201 });
    expect(await worksOf(call)).toEqual([2]);
  });
});

test('an idempotency key of another scope is new, whatever its body, and does not wait for the first', async () => {
  const call = newCall();
  const first = claimAndWait(call);
  await first.claimed;
  const foreign = { ...call, scope: `works:${randomUUID()}`, amount: 2 };
  const answer = await run(foreign, 1);
  first.commit();
  expect(answer).not.toEqual(await first.result);
  expect([await worksOf(call), await worksOf(foreign)]).toEqual([[1], [2]]);
});

test('any mix of concurrent calls, bodies and rollbacks does the work of a key once and answers by its body', async () => {
  const anyCall = fc.record({
    scope: fc.constantFrom('a', 'b'),
    key: fc.constantFrom('one', 'two'),
    amount: fc.constantFrom(1, 2),
    isFailing: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 2, maxLength: 12 }), async (drawn) => {
      const round = randomUUID();
      const calls = drawn.map((call) => ({ ...call, scope: `${round}:${call.scope}` }));
      const results = await Promise.allSettled(calls.map((call, index) => run(call, index % 2)));
      for (const [index, call] of calls.entries()) {
        const works = await worksOf(call);
        const outcome = outcomeOf(results[index] as PromiseSettledResult<unknown>);
        const isFirstToBeWorked = works.length === 0 || outcome === 'rolled back';
        expect(works.length).toBeLessThanOrEqual(1);
        if (isFirstToBeWorked) expect([call.isFailing, outcome]).toEqual([true, 'rolled back']);
        else
          expect(outcome).toBe(
            works[0] === call.amount ? `answer of ${await referenceOf(call)}` : 'idempotency_conflict',
          );
      }
    }),
    { numRuns: 40 },
  );
});

function outcomeOf(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'rejected') return result.reason.message;
  return `answer of ${(result.value as { body: { id: string } }).body.id}`;
}

async function referenceOf({ scope, key }: Call): Promise<unknown> {
  const text = 'select reference from idempotency_keys where scope = $1 and key = $2';
  return (await opened.db.queryText(text, [scope, key])).rows[0]?.reference;
}

describe('a batch of keys', () => {
  test('a batch of idempotency keys is divided into new, repeated and conflicting ones, also within itself', async () => {
    const [known, fresh] = [newCall(), newCall()];
    const answer = await run(known);
    const claims = [known, { ...known, amount: 2 }, fresh, fresh, { ...fresh, amount: 2 }].map(claimOf);
    const claimed = await opened.db.transaction((tx) => claimKeys(tx, claims));
    expect(claimed).toEqual([
      { isNew: false, reference: await referenceOf(known), answer },
      'conflict',
      { isNew: true },
      { isNew: false, reference: claims[2]?.reference, answer: null },
      'conflict',
    ]);
  });

  test('batches of the same idempotency keys in another order never deadlock, and each key is new once', async () => {
    // Each row takes its time, so that the batches do meet.
    await opened.db.queryText(`
      create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.01); return new; end';
      create trigger slow before insert on idempotency_keys for each row when (new.key like 'slow-%') execute function slow()`);
    const keys = Array.from({ length: 10 }, (_, index) => ({ ...newCall(), scope: 'works', key: `slow-${index}` }));
    const orders = [keys, keys.toReversed(), keys, keys.toReversed()];
    const allBegan = Promise.withResolvers<void>();
    let began = 0;
    const batches = await Promise.all(
      orders.map((batch, index) =>
        (pools[index % 2] as Database).transaction(async (tx) => {
          began += 1;
          if (began === orders.length) allBegan.resolve();
          await allBegan.promise;
          return claimKeys(tx, batch.map(claimOf));
        }),
      ),
    );
    const isNew = batches.flat().filter((claimed) => claimed !== 'conflict' && claimed.isNew);
    expect(isNew).toHaveLength(keys.length);
  });
});

test('cleanup deletes what has expired, batch by batch, and leaves younger keys and those kept for good', async () => {
  const scope = `works:${randomUUID()}`;
  const plant = `insert into idempotency_keys (scope, key, body_hash, reference, expires_at)
    select $1, key, sha256(''), gen_random_uuid(), expires_at from (
      select 'old-' || n, now() - interval '1 minute' from generate_series(1, 7) n
      union all values ('young', now() + interval '1 minute'), ('for good', null)) planted (key, expires_at)`;
  await opened.db.queryText(plant, [scope]);
  await deleteExpiredKeys(opened.db, 3);
  const { rows } = await opened.db.queryText('select key from idempotency_keys where scope = $1 order by 1', [scope]);
  expect(rows.map(({ key }) => key)).toEqual(['for good', 'young']);
});
