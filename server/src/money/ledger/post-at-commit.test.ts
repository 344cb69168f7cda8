import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TestApp } from '../../../tests/support/app.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { untilDoneOrBlocked } from '../../../tests/support/organizations.ts';
import { type Database, openDatabase, type Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { lockBalances, postAtCommit, postTransfer, postTransfers, writeDeferred } from './post-transfer.ts';
import type { Posting } from './posting.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  db = database.db;
});
afterAll(() => database.remove());

async function newOrganization(): Promise<string> {
  const organizationId = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [organizationId]);
  return organizationId;
}

const defer = async (tx: Transaction, postings: Posting[]) =>
  postAtCommit(tx, postings, await lockBalances(tx, postings));

const moves = {
  top_up: (organizationId: string) => ({ from: 'clearing', to: { organizationId } }),
  bonus: (organizationId: string) => ({ from: 'bonuses', to: { organizationId } }),
  charge: (organizationId: string) => ({ from: { organizationId }, to: 'revenue' }),
  adjustment: (organizationId: string) => ({ from: { organizationId }, to: 'corrections' }),
  hold: (organizationId: string) => ({ from: { organizationId }, to: { held: organizationId } }),
} satisfies Record<string, (organizationId: string) => Pick<Posting, 'from' | 'to'>>;

interface Step {
  kind: keyof typeof moves;
  amountMinor: number;
  currency: 'RUB' | 'USD';
}

const postingOf = (organizationId: string, { kind, ...terms }: Step): Posting => ({
  ...{ key: uuidv7(), kind, ...moves[kind](organizationId), ...terms, sourceId: uuidv7() },
});

const state = async (organizationId: string) => {
  const rows = async (text: string) => (await db.queryText(text, [organizationId])).rows;
  return {
    accounts:
      await rows(`select kind, currency, balance_minor, card_minor, bank_minor, staff_minor, bonus_minor, recent_charges_minor, is_low
      from ledger_accounts where organization_id = $1 order by kind, currency`),
    entries: await rows(`select kind, currency, amount_minor, balance_after_minor from ledger_entries
      where organization_id = $1 order by seq`),
    totals: await rows(`select a.kind, a.currency, t.credited_minor, t.debited_minor, t.charged_minor
      from ledger_daily_totals t join ledger_accounts a on a.id = t.account_id
      where a.organization_id = $1 order by a.kind, a.currency`),
    events: await rows(`select type, replace(body::text, $1::text, '') as body from events
      where organization_id = $1::uuid order by seq`),
  };
};

test('transfers deferred to the commit leave what transfers posted at once leave, and are refused where those are', {
  timeout: 90_000,
}, async () => {
  const step = fc.record<Step>({
    kind: fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])),
    amountMinor: fc.integer({ min: 1, max: 1000 }),
    currency: fc.constantFrom('RUB', 'USD'),
  });
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(batches, async (run) => {
      const [atOnce, deferred] = [await newOrganization(), await newOrganization()];
      const first: Step[] = [{ kind: 'top_up', amountMinor: 3000, currency: 'RUB' }];
      for (const steps of [first, ...run]) {
        const post = (organizationId: string, work: (tx: Transaction, postings: Posting[]) => Promise<unknown>) =>
          db
            .transaction((tx) =>
              work(
                tx,
                steps.map((one) => postingOf(organizationId, one)),
              ),
            )
            .then(
              () => 'posted',
              (error: Error) => error.message,
            );
        expect(await post(deferred, defer)).toBe(await post(atOnce, postTransfers));
      }
      expect(await state(deferred)).toEqual(await state(atOnce));
    }),
    { numRuns: 25 },
  );
  expect(await checkLedger(db)).toEqual([]);
});

test('a transfer after deferred ones of the transaction is posted on the balance that they leave', async () => {
  const organizationId = await newOrganization();
  const of = (kind: 'top_up' | 'charge', amountMinor: number) =>
    postingOf(organizationId, { kind, amountMinor, currency: 'RUB' });
  const balances = async () => (await state(organizationId)).entries.map((entry) => Number(entry.balance_after_minor));
  await db.transaction(async (tx) => {
    await defer(tx, [of('top_up', 100)]);
    await postTransfer(tx, of('charge', 30));
    await defer(tx, [of('charge', 50)]);
    await writeDeferred(tx);
    await defer(tx, [of('charge', 20)]);
  });
  expect(await balances()).toEqual([100, 70, 20, 0]);
  const overdrawn = db.transaction(async (tx) => {
    await defer(tx, [of('top_up', 10)]);
    await postTransfer(tx, of('charge', 11));
  });
  await expect(overdrawn).rejects.toThrow();
  expect(await balances()).toHaveLength(4);
  expect(await checkLedger(db)).toEqual([]);
});

test('transfers are not deferred on balances that were locked before earlier ones were written', async () => {
  const organizationId = await newOrganization();
  const topUp = () => postingOf(organizationId, { kind: 'top_up', amountMinor: 100, currency: 'RUB' });
  const twice = db.transaction(async (tx) => {
    await defer(tx, [topUp()]);
    await defer(tx, [topUp()]);
  });
  await expect(twice).rejects.toThrow('balances were locked before');
});

test('the event of a deferred charge tells of a hold that was made while the charge waited for the lock', async () => {
  const organizationId = await newOrganization();
  const step = (kind: Step['kind'], amountMinor: number) =>
    postingOf(organizationId, { kind, amountMinor, currency: 'RUB' });
  await db.transaction((tx) => postTransfer(tx, step('top_up', 1000)));
  let charging: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await postTransfer(tx, step('hold', 300));
    charging = db.transaction((other) => defer(other, [step('charge', 100)]));
    await untilDoneOrBlocked({ db } as TestApp, charging);
  });
  await charging;
  const { events } = await state(organizationId);
  expect(JSON.parse(events.at(-1)?.body as string).balances).toMatchObject([{ balanceMinor: 600, heldMinor: 300 }]);
});

test('a deferred transfer whose key was posted before undoes its transaction', async () => {
  const organizationId = await newOrganization();
  const topUp = postingOf(organizationId, { kind: 'top_up', amountMinor: 100, currency: 'RUB' });
  await db.transaction((tx) => defer(tx, [topUp]));
  await expect(db.transaction((tx) => defer(tx, [topUp]))).rejects.toThrow('ledger_transfers_key_key');
  expect((await state(organizationId)).entries).toHaveLength(1);
});

test('PostgreSQL plans the statements of deferred transfers a few times and then keeps the plan, for single ones and batches', async () => {
  const organizationId = await newOrganization();
  // Announcements take a connection too: with one alone, all turns are taken on it.
  const options = { databaseUrl: database.url, dataDir: '', poolSize: 1, onConnectionLost: () => {} };
  const other = await openDatabase(options);
  const step = (kind: Step['kind'], amountMinor: number) =>
    postingOf(organizationId, { kind, amountMinor, currency: 'RUB' });
  for (let turn = 1; turn <= 40; turn += 1)
    await other.transaction((tx) =>
      defer(tx, [step('top_up', 100), ...Array.from({ length: turn }, () => step('charge', 1))]),
    );
  await other.transaction(async (tx) => {
    const { rows } = await tx.queryText(
      `select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
       where statement like '%as "lastEntryAt"%' or statement like '%insert into ledger_transfers%'`,
    );
    expect(rows).toHaveLength(2);
    for (const { anew, kept } of rows) expect([anew, Number(kept) >= 10]).toEqual([5, true]);
  });
  await other.close();
});
