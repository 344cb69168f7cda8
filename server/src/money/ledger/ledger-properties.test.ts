import type { Currency } from '@kazna/contract/shared/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { describeAccount, type LedgerAccount } from './accounts.ts';
import { readSystemBalances } from './balances.ts';
import { checkLedger } from './check-ledger.ts';
import { postTransfers } from './post-transfer.ts';
import { InsufficientFunds, NotRefundable, type Posting, type TransferKind } from './posting.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

const kinds: TransferKind[] = ['charge', 'charge', 'top_up', 'refund', 'bonus_reversal', 'hold', 'hold_release'];
const [organizations, places] = [3, 8];

interface Post {
  do: 'post';
  key: number;
  kind: TransferKind;
  from: number;
  step: number;
  amountMinor: number;
  currency: Currency;
}
type Operation = Post | { do: 'repeat' | 'reverse'; which: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      key: fc.nat(80),
      kind: fc.constantFrom(...kinds),
      from: fc.nat(places - 1),
      step: fc.integer({ min: 1, max: places - 1 }),
      amountMinor: fc.integer({ min: 1, max: 1000 }),
      currency: fc.constantFrom<Currency>('RUB', 'RUB', 'USD'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'reverse' as const), which: fc.nat() }) },
);
const batches = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { minLength: 8, maxLength: 16 });
const limits = fc.array(fc.constantFrom(0, 0, 300, 2000), { minLength: organizations, maxLength: organizations });

/** What the ledger should be, in memory: postings that took effect, balances and cash by account and currency. */
class Model {
  readonly posted = new Map<string, Posting>();
  readonly balances = new Map<string, number>();
  readonly cash = new Map<string, number>();
  readonly limits = new Map<string, number>();

  copy(): Model {
    const copy = new Model();
    for (const name of ['posted', 'balances', 'cash', 'limits'] as const)
      for (const [key, value] of this[name]) (copy[name] as Map<string, unknown>).set(key, value);
    return copy;
  }

  /** The error that the posting must meet, or nothing. */
  take(posting: Posting): object | undefined {
    const { key, kind, from, to, amountMinor, currency } = posting;
    if (this.posted.has(key)) return undefined;
    const [payer, payee] = [placeOf(from, currency), placeOf(to, currency)];
    const [balance, cash] = [this.balances.get(payer) ?? 0, this.cash.get(payer) ?? 0];
    if (typeof from === 'object') {
      const refundable = Math.max(0, Math.min(balance, 'held' in from ? 0 : cash));
      if (kind === 'refund' && amountMinor > refundable) return NotRefundable;
      if (balance - amountMinor < -(this.limits.get(payer) ?? 0)) return InsufficientFunds;
    }
    this.posted.set(key, posting);
    this.balances.set(payer, balance - amountMinor);
    this.balances.set(payee, (this.balances.get(payee) ?? 0) + amountMinor);
    if (kind !== 'bonus_reversal') this.cash.set(payer, cash - amountMinor);
    const isCash = ['top_up', 'refund_reversal', 'hold_release', 'charge_refund'].includes(kind);
    if (isCash) this.cash.set(payee, (this.cash.get(payee) ?? 0) + amountMinor);
    return undefined;
  }
}

const placeOf = (account: LedgerAccount, currency: string) => `${describeAccount(account)} ${currency}`;

function postingOf(operation: Operation, accounts: LedgerAccount[], model: Model): Posting | null {
  if (operation.do === 'post') {
    const { key, kind, from, step, amountMinor, currency } = operation;
    const [payer, payee] = [accounts[from], accounts[(from + step) % places]] as [LedgerAccount, LedgerAccount];
    return { key: `key ${key}`, kind, from: payer, to: payee, amountMinor, currency };
  }
  const earlier = [...model.posted.values()];
  const chosen = earlier[operation.which % Math.max(earlier.length, 1)];
  if (!chosen || operation.do === 'repeat') return chosen ?? null;
  return { ...chosen, key: `reversal of ${chosen.key}`, from: chosen.to, to: chosen.from };
}

/** The whole batch, or nothing of it. */
async function apply(tx: Transaction, model: Model, postings: Posting[]): Promise<Model> {
  const after = model.copy();
  const refusal = postings.map((posting) => after.take(posting)).find((error) => error !== undefined);
  if (!refusal) {
    const results = await postTransfers(tx, postings);
    const isNew = new Set<string>();
    for (const [index, { key }] of postings.entries()) {
      const first = after.posted.get(key) as Posting;
      const expected = { key, amountMinor: first.amountMinor, isNew: !model.posted.has(key) && !isNew.has(key) };
      expect(results[index]).toMatchObject(expected);
      isNew.add(key);
    }
    return after;
  }
  await tx.queryText('savepoint before');
  await expect(postTransfers(tx, postings)).rejects.toBeInstanceOf(refusal);
  await tx.queryText('rollback to savepoint before');
  return model;
}

async function compare(tx: Transaction, model: Model): Promise<void> {
  const { rows } = await tx.queryText(
    `select kind || ':' || organization_id || ' ' || currency as name, balance_minor::float8 as n, cash_minor::float8 as cash
     from ledger_accounts where organization_id is not null`,
  );
  const derived = await readSystemBalances(tx);
  const kept = Object.fromEntries([
    ...rows.map(({ name, n }) => [name, n]),
    ...derived.map(({ account, currency, amountMinor }) => [`${account} ${currency}`, amountMinor]),
  ]);
  for (const name of new Set([...model.balances.keys(), ...Object.keys(kept)]))
    expect([name, kept[name] ?? 0]).toEqual([name, model.balances.get(name) ?? 0]);
  for (const { name, cash } of rows.filter(({ name }) => String(name).startsWith('organization')))
    expect([name, cash]).toEqual([name, model.cash.get(String(name)) ?? 0]);
  const transfers = await tx.queryText('select key from ledger_transfers order by key');
  expect(transfers.rows.map(({ key }) => key)).toEqual([...model.posted.keys()].sort());
  expect(await checkLedger(tx)).toEqual([]);
}

const undone = new Error('undone');

test('random batches of postings, holds, repetitions and reversals keep to the model: balanced, no overdraft beyond the credit limit', async () => {
  const sequences = fc.asyncProperty(batches, limits, async (sequence, creditLimits) => {
    const ids = Array.from({ length: organizations }, () => uuidv7());
    const accounts: LedgerAccount[] = [
      ...ids.map((organizationId) => ({ organizationId })),
      ...ids.map((held) => ({ held })),
      ...(['clearing', 'revenue'] as const),
    ];
    let model = new Model();
    ids.forEach((id, index) => {
      model.limits.set(`organization:${id} RUB`, creditLimits[index] as number);
    });
    // Undone at the end, so that each sequence begins with an empty ledger.
    const work = database.db.transaction(async (tx) => {
      await tx.queryText("insert into organizations (id, kind, name) select unnest($1::uuid[]), 'company', 'ООО'", [
        ids,
      ]);
      await tx.queryText(
        `insert into ledger_accounts (id, kind, organization_id, currency, credit_limit_minor)
         select gen_random_uuid(), 'organization', id, 'RUB', credit from unnest($1::uuid[], $2::bigint[]) as o (id, credit)`,
        [ids, creditLimits],
      );
      for (const batch of sequence) {
        const postings = batch.flatMap((operation) => postingOf(operation, accounts, model) ?? []);
        model = await apply(tx, model, postings);
      }
      await compare(tx, model);
      throw undone;
    });
    await work.catch((error) => {
      if (error !== undone) throw error;
    });
  });
  await fc.assert(sequences, { numRuns: 100 });
}, 90_000);

test('batches of opposite directions over the same organizations at once neither deadlock nor lose a kopeck', async () => {
  const { db } = database;
  const ids = Array.from({ length: 4 }, () => uuidv7());
  await db.queryText("insert into organizations (id, kind, name) select unnest($1::uuid[]), 'company', 'ООО'", [ids]);
  const currency = 'RUB' as const;
  const opening = ids.map((organizationId): Posting => {
    const way = { from: 'clearing' as const, to: { organizationId } };
    return { key: uuidv7(), kind: 'top_up', ...way, amountMinor: 100_000, currency };
  });
  await db.transaction((tx) => postTransfers(tx, opening));
  const shared = Array.from({ length: 6 }, () => uuidv7());
  const batch = (turn: number) =>
    Array.from({ length: 12 }, (_, index): Posting => {
      const order = turn % 2 === 0 ? index : 11 - index;
      const [from, to] = [ids[order % 4] as string, ids[(order + 1 + (turn % 3)) % 4] as string];
      // Keys that several batches have, in different orders, are waited for as well.
      const key = order < 6 ? (shared[order] as string) : uuidv7();
      return {
        key,
        kind: 'charge',
        from: { organizationId: from },
        to: { organizationId: to },
        amountMinor: 7,
        currency,
      };
    });
  await Promise.all(Array.from({ length: 16 }, (_, turn) => db.transaction((tx) => postTransfers(tx, batch(turn)))));
  const { rows } = await db.queryText(
    `select sum(balance_minor)::int as sum, (select count(*) from ledger_transfers where kind = 'charge')::int as charges
     from ledger_accounts where organization_id = any($1)`,
    [ids],
  );
  expect(rows).toEqual([{ sum: 400_000, charges: 6 + 16 * 6 }]);
  expect(await checkLedger(db)).toEqual([]);
});
