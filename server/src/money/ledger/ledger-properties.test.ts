import type { Currency } from '@kazna/contract/shared/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { InsufficientFunds, type Posting, postTransfer } from './post-transfer.ts';
import type { LedgerAccount } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
  await migrate(database.db);
});
afterAll(() => database.remove());

interface Post {
  do: 'post';
  key: number;
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
      key: fc.nat(40),
      from: fc.nat(4),
      step: fc.integer({ min: 1, max: 4 }),
      amountMinor: fc.integer({ min: 1, max: 1000 }),
      currency: fc.constantFrom<Currency>('RUB', 'RUB', 'USD'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('repeat' as const, 'reverse' as const), which: fc.nat() }) },
);

/** What the ledger should be, in memory: postings that took effect, and balances by account and currency. */
class Model {
  readonly posted = new Map<string, Posting & { id: string }>();
  readonly balances = new Map<string, number>();

  holds(account: LedgerAccount, { currency }: Posting): number {
    return this.balances.get(placeOf(account, currency)) ?? 0;
  }
  mayPay(posting: Posting): boolean {
    return typeof posting.from === 'string' || this.holds(posting.from, posting) >= posting.amountMinor;
  }
  take(posting: Posting, id: string): void {
    const { from, to, amountMinor, currency } = posting;
    this.posted.set(posting.key, { ...posting, id });
    this.balances.set(placeOf(from, currency), this.holds(from, posting) - amountMinor);
    this.balances.set(placeOf(to, currency), this.holds(to, posting) + amountMinor);
  }
}

const placeOf = (account: LedgerAccount, currency: string) =>
  `${typeof account === 'string' ? account : account.organizationId} ${currency}`;

function postingOf(operation: Operation, accounts: LedgerAccount[], model: Model): Posting | null {
  if (operation.do === 'post') {
    const { key, from, step, amountMinor, currency } = operation;
    const [payer, payee] = [accounts[from], accounts[(from + step) % 5]] as [LedgerAccount, LedgerAccount];
    return { key: `key ${key}`, kind: 'charge', from: payer, to: payee, amountMinor, currency };
  }
  const earlier = [...model.posted.values()];
  const chosen = earlier[operation.which % Math.max(earlier.length, 1)];
  if (!chosen) return null;
  const { id: _, ...posting } = chosen;
  if (operation.do === 'repeat') return posting;
  return { ...posting, key: `reversal of ${posting.key}`, from: posting.to, to: posting.from };
}

async function apply(tx: Transaction, model: Model, posting: Posting): Promise<void> {
  const first = model.posted.get(posting.key);
  if (first) {
    expect(await postTransfer(tx, posting)).toMatchObject({ id: first.id, amountMinor: first.amountMinor });
  } else if (model.mayPay(posting)) {
    model.take(posting, (await postTransfer(tx, posting)).id);
  } else {
    await tx.queryText('savepoint before');
    await expect(postTransfer(tx, posting)).rejects.toBeInstanceOf(InsufficientFunds);
    await tx.queryText('rollback to savepoint before');
  }
}

async function compare(tx: Transaction, model: Model): Promise<void> {
  const { rows } = await tx.queryText(
    'select coalesce(organization_id::text, kind) as name, currency, balance_minor::float8 as n from ledger_accounts',
  );
  const kept = Object.fromEntries(rows.map(({ name, currency, n }) => [`${name} ${currency}`, n]).filter(([, n]) => n));
  expect(kept).toEqual(Object.fromEntries([...model.balances].filter(([, amount]) => amount !== 0)));
  const transfers = await tx.queryText('select id from ledger_transfers order by id');
  expect(transfers.rows.map(({ id }) => id)).toEqual([...model.posted.values()].map(({ id }) => id).sort());
  expect(await checkLedger(tx)).toEqual([]);
}

const undone = new Error('undone');

test('thousands of random postings, repetitions and reversals keep to the model: balanced, no overdraft, nothing deleted', async () => {
  let operations = 0;
  const sequences = fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 30 }), async (sequence) => {
    const organizations = Array.from({ length: 3 }, () => ({ organizationId: uuidv7() }));
    const accounts: LedgerAccount[] = [...organizations, 'clearing', 'revenue'];
    const model = new Model();
    // Undone at the end, so that each sequence begins with an empty ledger.
    const work = database.db.transaction(async (tx) => {
      await tx.queryText("insert into organizations (id, kind, name) select unnest($1::uuid[]), 'company', 'ООО'", [
        organizations.map(({ organizationId }) => organizationId),
      ]);
      for (const operation of sequence) {
        const posting = postingOf(operation, accounts, model);
        if (posting) await apply(tx, model, posting);
        operations += 1;
      }
      await compare(tx, model);
      throw undone;
    });
    await work.catch((error) => {
      if (error !== undone) throw error;
    });
  });
  await fc.assert(sequences, { numRuns: 100 });
  expect(operations).toBeGreaterThan(1500);
}, 90_000);
