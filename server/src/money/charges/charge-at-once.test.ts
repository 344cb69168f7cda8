import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { Charge } from '@kazna/contract/v1/charges';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { closeWithMoney } from '../../../tests/support/close-with-money.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { type Database, openDatabase, type Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Problem } from '../../platform/http/problem.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { readBalances } from '../ledger/reads.ts';
import { chargeInOneTransaction } from './charge-in-one-transaction.ts';
import { createCharge, newChargeOf } from './create-charge.ts';
import { createChargeBatch } from './create-charge-batch.ts';
import { createHold } from './holds/holds.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

const actorId = randomUUID();
const newCall = () => ({ actorId, key: randomUUID() });
const formOf = (organizationId: string, amountMinor: number) => ({
  ...{ organizationId, amountMinor, currency: 'RUB' as const, description: '«Трафик» "за час" \\ 😀' },
  ...{ service: 'Канал', metadata: { заказ: '"17"' } },
});

type Outcome = { charge: Charge } | { code: string; missingMinor: unknown };

const atOnce = (organizationId: string, amountMinor: number): Promise<Outcome> =>
  createCharge(db, newCall(), formOf(organizationId, amountMinor)).then(
    (charge) => ({ charge }),
    (problem: Problem) => problemOf(problem.body('program')),
  );

async function inBatch(organizationId: string, amountMinor: number): Promise<Outcome> {
  const items = [{ ...formOf(organizationId, amountMinor), idempotencyKey: randomUUID() }];
  const [result] = await createChargeBatch(db, actorId, items);
  return result && 'charge' in result ? result : problemOf(result?.problem ?? {});
}

const problemOf = (body: object) => {
  const { code, missingMinor } = body as { code: string; missingMinor?: number };
  return { code, missingMinor };
};

const step = fc.record({
  kind: fc.constantFrom('charge', 'charge', 'charge', 'top up', 'hold', 'limit', 'threshold', 'close'),
  amountMinor: fc.integer({ min: 1, max: 400 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(organizationId: string, { kind, amountMinor }: Step, charge: typeof atOnce): Promise<unknown> {
  const set = (column: string) =>
    db.queryText(
      `update ledger_accounts set ${column} = $2 where organization_id = $1 and kind = 'organization'
       and balance_minor + credit_limit_minor >= 0 and ($2 >= credit_limit_minor or balance_minor >= 0)`,
      [organizationId, amountMinor],
    );
  if (kind === 'limit') await set('credit_limit_minor');
  if (kind === 'threshold') await set('low_threshold_minor');
  if (kind === 'top up') return topUp({ db }, organizationId, amountMinor).catch((error: Error) => error.message);
  if (kind === 'close' && amountMinor < 60) await closeWithMoney(db, organizationId);
  const form = formOf(organizationId, amountMinor);
  if (kind === 'hold')
    return db
      .transaction((tx) => createHold(tx, newCall(), form))
      .then(
        () => 'held',
        (error: Error) => error.message,
      );
  if (kind !== 'charge') return;
  const outcome = await charge(organizationId, amountMinor);
  if ('code' in outcome) return outcome;
  const { rows } = await db.queryText("select body from events where type = 'charge.created' and body->>'id' = $1", [
    outcome.charge.id,
  ]);
  expect(rows).toEqual([{ body: outcome.charge }]);
  const { id: _id, organizationId: _of, createdAt, occurredAt, ...rest } = outcome.charge;
  return { ...rest, isNow: occurredAt === createdAt };
}

async function stateOf(organizationId: string): Promise<object> {
  const rows = async (text: string) => (await db.queryText(text, [organizationId])).rows;
  return {
    accounts:
      await rows(`select kind, currency, balance_minor, card_minor, bank_minor, staff_minor, bonus_minor, recent_charges_minor, is_low
      from ledger_accounts where organization_id = $1 order by kind, currency`),
    entries: await rows(`select e.kind, e.currency, e.amount_minor, e.balance_after_minor, t.kind as transfer,
        t.key = 'charge:' || e.source_id as is_named, t.source_kind, t.source_id = e.source_id as is_same
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where e.organization_id = $1 order by e.seq`),
    totals: await rows(`select t.credited_minor, t.debited_minor, t.charged_minor from ledger_daily_totals t
      join ledger_accounts a on a.id = t.account_id where a.organization_id = $1 order by a.kind`),
    events: await rows(`select type, case when type like 'balance.%' then body->'balances' end as balances
      from events where organization_id = $1 order by seq`),
    keys: await rows(`select count(*) from idempotency_keys where reference in (
      select id from charges where organization_id = $1)`),
  };
}

test('a charge leaves and answers what a batch of it alone does, and its event has the answer', {
  timeout: 90_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const [one, other] = [await fundedOrganization({ db }, 0), await fundedOrganization({ db }, 0)];
      for (const each of [{ kind: 'top up', amountMinor: 900 } as const, ...steps])
        expect(await take(one, each, atOnce)).toEqual(await take(other, each, inBatch));
      expect(await stateOf(one)).toEqual(await stateOf(other));
    }),
    { numRuns: 15 },
  );
  expect(await checkLedger(db)).toEqual([]);
});

test('a charge begins, is made and is committed in one packet', async () => {
  const organizationId = await fundedOrganization({ db }, 1000);
  const options = { databaseUrl: database.url, dataDir: '', poolSize: 1, onConnectionLost: () => {} };
  const other = await openDatabase(options);
  const form = { ...formOf(organizationId, 1), service: `service ${randomUUID()}` };
  // The first one prepares the statements.
  for (const each of [formOf(organizationId, 1), formOf(organizationId, 1)]) await createCharge(other, newCall(), each);
  const write = vi.spyOn(Socket.prototype, '_write');
  await createCharge(other, newCall(), form);
  const packets = write.mock.calls.map(([packet]) => String(packet)).filter((packet) => packet.includes(form.service));
  write.mockRestore();
  await other.close();
  expect(packets.map((packet) => ['begin', 'commit'].map((name) => packet.includes(name)))).toEqual([[true, true]]);
});

const lockBalance = 'select from ledger_accounts where organization_id = $1 for update';
const untilBlocked = (work: Promise<unknown>, count: number) => untilDoneOrBlocked({ db } as TestApp, work, count);

test('of two charges that wait for a balance that suffices for one the second sees what the first has left', async () => {
  const organizationId = await fundedOrganization({ db }, 100);
  const { both } = await db.transaction(async (tx) => {
    await tx.queryText(lockBalance, [organizationId]);
    const both = Promise.all([atOnce(organizationId, 60), atOnce(organizationId, 60)]);
    await untilBlocked(both, 2);
    return { both };
  });
  const outcomes = (await both).map((outcome) => ('code' in outcome ? outcome.missingMinor : 'charged'));
  expect(outcomes.toSorted()).toEqual([20, 'charged']);
});

test('a charge and a batch with the same key that wait for one balance are both answered by one charge', async () => {
  const organizationId = await fundedOrganization({ db }, 100);
  const key = randomUUID();
  const form = formOf(organizationId, 60);
  const { single, batch } = await db.transaction(async (tx) => {
    await tx.queryText(lockBalance, [organizationId]);
    const single = createCharge(db, { actorId, key }, form);
    await untilBlocked(single, 1);
    const batch = createChargeBatch(db, actorId, [{ ...form, idempotencyKey: key }]);
    await untilBlocked(batch, 2);
    return { single, batch };
  });
  expect(await batch).toEqual([{ charge: await single }]);
});

test('a charge, its event and its repetition are the same bytes', async () => {
  const organizationId = await fundedOrganization({ db }, 100);
  const call = newCall();
  const first = await createCharge(db, call, formOf(organizationId, 10));
  const again = await createCharge(db, call, formOf(organizationId, 10));
  const text = "select body::text as body from events where organization_id = $1 and type = 'charge.created'";
  const { rows } = await db.queryText(text, [organizationId]);
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(JSON.stringify(JSON.parse(rows[0]?.body as string))).toBe(JSON.stringify(first));
});

test('a person, a key and a job may use the same idempotency key, and each charge is made once and bears its actor', async () => {
  const organizationId = await fundedOrganization({ db }, 1000);
  const key = randomUUID();
  const actors = [randomUUID(), randomUUID(), jobActors.subscriptions];
  const form = formOf(organizationId, 100);
  const item = { ...form, idempotencyKey: key };
  const first = await Promise.all(actors.map((actorId) => createCharge(db, { actorId, key }, form)));
  const again = await Promise.all(actors.map((actorId) => createChargeBatch(db, actorId, [item])));
  expect(again.flat()).toEqual(first.map((charge) => ({ charge })));
  const { rows } = await db.queryText('select id, created_by from charges where organization_id = $1', [
    organizationId,
  ]);
  expect(new Map(rows.map((row) => [row.id, row.created_by]))).toEqual(
    new Map(first.map(({ id }, index) => [id, actors[index]])),
  );
  expect((await readBalances(db, organizationId))[0]?.amountMinor).toBe(700);
});

test.each([1, 2])('of %d organizations only one alone is waited for as long as usual', async (count) => {
  const ids = await Promise.all(Array.from({ length: count }, () => fundedOrganization({ db }, 100)));
  const timeout = async (tx: Queries) => {
    const [row] = await tx.query<{ timeout: string }>(sql`select current_setting('lock_timeout') as timeout`);
    return row?.timeout;
  };
  const [before, within] = await db.transaction(async (tx) => {
    const usual = await timeout(tx);
    const entries = ids.map((id, place) => {
      const form = formOf(id, 1);
      return { place, key: randomUUID(), form, charge: newChargeOf(form) };
    });
    await chargeInOneTransaction(tx, actorId, entries);
    return [usual, await timeout(tx)];
  });
  expect(within).toBe(count === 1 ? before : '1s');
});
