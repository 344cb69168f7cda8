import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger } from './check-ledger.ts';
import { postTransfer } from './post-transfer.ts';
import { listEntries } from './reads.ts';
import { sourceKindOf } from './rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

async function newOrganization({ db }: TestDatabase): Promise<string> {
  const id = uuidv7();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'person', 'Личный счёт')", [id]);
  return id;
}

test.each([
  ['top_up', 'payment'],
  ['refund', 'payment'],
  ['refund_reversal', 'payment'],
  ['bonus', 'payment'],
  ['bank_receipt', 'receipt'],
  ['bank_receipt_reversal', 'receipt'],
  ['bank_return', 'bank_return'],
  ['bank_return_reversal', 'bank_return'],
  ['adjustment', 'audit'],
  ['charge', 'charge'],
  ['charge_refund', 'charge'],
  ['hold', 'hold'],
  ['hold_release', 'hold'],
] as const)('a transfer of kind %s names as its source a %s', (kind, source) => {
  const posting = { key: '', kind, from: 'clearing', to: 'revenue', amountMinor: 1, currency: 'RUB' } as const;
  expect(sourceKindOf(posting)).toBe(source);
  expect(sourceKindOf({ ...posting, sourceKind: 'organization' })).toBe('organization');
});

test('of transfers that compete for an account, each entry leaves the balance before it plus its amount', async () => {
  const { db } = database;
  const organizationId = await newOrganization(database);
  const ours = { organizationId };
  const post = (amountMinor: number) =>
    db.transaction(async (tx) => {
      // The transaction's time is taken here, well before the lock: they overlap in every order.
      await tx.queryText('select pg_sleep(random() * 0.02)');
      const way = amountMinor > 0 ? { from: 'clearing' as const, to: ours } : { from: ours, to: 'revenue' as const };
      const posting = { key: uuidv7(), amountMinor: Math.abs(amountMinor), currency: 'RUB' as const, ...way };
      return postTransfer(tx, { ...posting, kind: amountMinor > 0 ? 'top_up' : 'charge' });
    });
  await post(100_000);
  await Promise.all(Array.from({ length: 40 }, (_, index) => post(index % 3 === 0 ? -(index + 1) : index + 1)));
  const { items } = await listEntries(db, organizationId, { limit: 100 });
  expect(items).toHaveLength(41);
  let balance = 0;
  for (const { amountMinor, balanceAfterMinor } of items.toReversed()) {
    balance += amountMinor;
    expect(balanceAfterMinor).toBe(balance);
  }
  expect(await checkLedger(db)).toEqual([]);
});

test.each([
  'update ledger_entries set balance_after_minor = 0',
  'delete from ledger_entries',
  'truncate ledger_entries',
])('the database refuses to %s', async (statement) => {
  await expect(database.db.queryText(statement)).rejects.toThrow('ledger_entries only appends');
});
