import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { migrateUpTo } from '../../../tests/support/migrate-up-to.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { readBalances, readSystemBalances } from './balances.ts';
import { checkLedger, checkSinceCheckpoint } from './check-ledger.ts';
import { listEntries } from './list-entries.ts';
import { postTransfer } from './post-transfer.ts';

/** The statements by which the first stage moved money: both accounts updated, both sums by day. */
async function postAsFirstStage(
  db: Queries,
  transfer: { kind: string; from: string; to: string; amount: number; daysAgo: number },
): Promise<void> {
  const { kind, from, to, amount, daysAgo } = transfer;
  const at = `now() - interval '${daysAgo} days'`;
  await db.queryText(
    `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_id, created_at)
     values ($1, $2, $3, $4, $5, $6, gen_random_uuid(), ${at})`,
    [uuidv7(), `${kind}:${uuidv7()}`, kind, from, to, amount],
  );
  for (const [id, credited, debited] of [
    [to, amount, 0],
    [from, 0, amount],
  ]) {
    await db.queryText(
      'update ledger_accounts set balance_minor = balance_minor + $2::bigint - $3::bigint where id = $1',
      [...[id, credited, debited]],
    );
    await db.queryText(
      `insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor)
       values ($1, ((${at}) at time zone 'Europe/Moscow')::date, $2, $3)
       on conflict (account_id, day) do update set credited_minor = t.credited_minor + excluded.credited_minor,
         debited_minor = t.debited_minor + excluded.debited_minor`,
      [id, credited, debited],
    );
  }
}

const systemKinds = ['clearing', 'revenue', 'bonuses', 'corrections'] as const;

interface Filled {
  organizations: { id: string; account: string }[];
  system: Record<(typeof systemKinds)[number], string>;
}

async function fillFirstStage(db: Database): Promise<Filled> {
  const newAccount = async (kind: string, organizationId: string | null) => {
    const id = uuidv7();
    await db.queryText("insert into ledger_accounts (id, kind, organization_id, currency) values ($1, $2, $3, 'RUB')", [
      ...[id, kind, organizationId],
    ]);
    return id;
  };
  const system = {} as Filled['system'];
  for (const kind of systemKinds) system[kind] = await newAccount(kind, null);
  const organizations: Filled['organizations'] = [];
  for (let count = 0; count < 5; count += 1) {
    const id = uuidv7();
    await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [id]);
    organizations.push({ id, account: await newAccount('organization', id) });
  }
  for (const [index, { account }] of organizations.entries()) {
    const { clearing, revenue, bonuses, corrections } = system;
    const post = (kind: string, from: string, to: string, amount: number, daysAgo: number) =>
      postAsFirstStage(db, { kind, from, to, amount: amount + index, daysAgo });
    await post('top_up', clearing, account, 1000, 40);
    await post('bonus', bonuses, account, 120, 30);
    await post('charge', account, revenue, 300, 20);
    await post('refund', account, clearing, 100, 3);
    await post('adjustment', account, corrections, 50, 2);
    await post('bonus_reversal', account, bonuses, 20, 1);
    await post('top_up', clearing, account, 70, 0);
  }
  return { organizations, system };
}

let old: TestDatabase;
let filled: Filled;
let before: Record<string, unknown>[];
const balancesOf = async (db: Database) =>
  (await db.queryText('select id, balance_minor::float8 as n from ledger_accounts order by id')).rows;

beforeAll(async () => {
  old = await openTestDatabase(inject('databaseUrl'));
  await migrateUpTo(old.db, '0020');
  filled = await fillFirstStage(old.db);
  before = await balancesOf(old.db);
  await migrate(old.db);
}, 120_000);
afterAll(() => old.remove());

describe('the upgrade of a filled database of the first stage', () => {
  test('keeps every balance: of organizations as it was, of system accounts as the transfers make it', async () => {
    const after = new Map((await balancesOf(old.db)).map(({ id, n }) => [id, n]));
    const derived = await readSystemBalances(old.db);
    for (const { account } of filled.organizations)
      expect(after.get(account)).toBe(before.find(({ id }) => id === account)?.n);
    for (const kind of systemKinds) {
      const { amountMinor } = derived.find(({ account, currency }) => account === kind && currency === 'RUB') ?? {};
      expect([kind, amountMinor]).toEqual([kind, before.find(({ id }) => id === filled.system[kind])?.n]);
      expect(after.get(filled.system[kind])).toBe(0);
    }
  });

  test('gives every old movement an entry with its balance, and a source', async () => {
    const { items } = await listEntries(old.db, filled.organizations[0]?.id as string, { limit: 10 });
    expect(items.map(({ kind, amountMinor, balanceAfterMinor }) => [kind, amountMinor, balanceAfterMinor])).toEqual([
      ['top_up', 70, 720],
      ['bonus_reversal', -20, 650],
      ['adjustment', -50, 670],
      ['refund', -100, 720],
      ['charge', -300, 820],
      ['bonus', 120, 1120],
      ['top_up', 1000, 1000],
    ]);
    const { rows } = await old.db.queryText(
      'select distinct kind, source_kind from ledger_transfers where kind in ($1, $2, $3) order by 1',
      ['adjustment', 'bonus', 'charge'],
    );
    expect(rows.map(({ kind, source_kind: source }) => [kind, source])).toEqual([
      ['adjustment', 'audit'],
      ['bonus', 'payment'],
      ['charge', 'charge'],
    ]);
  });

  test('leaves books that agree, in full and from the first checkpoint on, with new transfers after it', async () => {
    expect(await checkLedger(old.db)).toEqual([]);
    const to = { organizationId: filled.organizations[1]?.id as string };
    const posting = { key: uuidv7(), kind: 'top_up' as const, from: 'clearing' as const, amountMinor: 5 };
    const [balance] = await readBalances(old.db, to.organizationId);
    await old.db.transaction((tx) => postTransfer(tx, { ...posting, to, currency: 'RUB' }));
    expect(await readBalances(old.db, to.organizationId)).toEqual([
      { currency: 'RUB', amountMinor: (balance?.amountMinor ?? 0) + 5, heldMinor: 0 },
    ]);
    expect(await checkSinceCheckpoint(old.db)).toEqual([]);
    expect(await checkLedger(old.db)).toEqual([]);
  });

  test('refuses a transfer by the statements of the first stage, so that an old process moves nothing', async () => {
    const [{ account } = { account: '' }] = filled.organizations;
    const balances = await balancesOf(old.db);
    const transfer = { kind: 'charge', from: account, to: filled.system.revenue, amount: 1, daysAgo: 0 };
    await expect(old.db.transaction((tx) => postAsFirstStage(tx, transfer))).rejects.toThrow('source_kind');
    const move = 'update ledger_accounts set balance_minor = balance_minor + 1 where id = $1';
    await expect(old.db.queryText(move, [filled.system.revenue])).rejects.toThrow('ledger_accounts_system_is_derived');
    expect(await balancesOf(old.db)).toEqual(balances);
  });
});
