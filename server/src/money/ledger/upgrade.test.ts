import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { migrateUpTo } from '../../../tests/support/migrate-up-to.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { checkLedger, checkSinceCheckpoint } from './check-ledger.ts';
import { postTransfer } from './post-transfer.ts';
import { listEntries, readBalances, readSystemBalances } from './reads.ts';

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
  test('the upgrade of the first stage keeps every balance: of organizations as it was, of system accounts as the transfers make it', async () => {
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

  test('the upgrade of the first stage gives every old movement an entry with its balance, and a source', async () => {
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

  test('the upgrade of the first stage leaves books that agree, in full and from the first checkpoint on, with new transfers after it', async () => {
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

  test('the upgraded ledger refuses a transfer by the statements of the first stage, so that an old process moves nothing', async () => {
    const [{ account } = { account: '' }] = filled.organizations;
    const balances = await balancesOf(old.db);
    const transfer = { kind: 'charge', from: account, to: filled.system.revenue, amount: 1, daysAgo: 0 };
    await expect(old.db.transaction((tx) => postAsFirstStage(tx, transfer))).rejects.toThrow('source_kind');
    const move = 'update ledger_accounts set balance_minor = balance_minor + 1 where id = $1';
    await expect(old.db.queryText(move, [filled.system.revenue])).rejects.toThrow('ledger_accounts_system_is_derived');
    expect(await balancesOf(old.db)).toEqual(balances);
  });
});

describe('the upgrade of books that kept one number of cash, without a floor', () => {
  /** Posts as the version before did: cash falls with every debit, below zero too. */
  async function postWithCash(db: Database, account: string, kind: string, amount: number, sourceId = uuidv7()) {
    const systemKind = { bank_receipt: 'bank', bonus: 'bonuses', adjustment: 'corrections', charge: 'revenue' };
    const system = systemKind[kind as keyof typeof systemKind] ?? (kind.startsWith('hold') ? 'held' : 'clearing');
    const cash = amount > 0 && !['top_up', 'hold_release', 'charge_refund'].includes(kind) ? 0 : amount;
    const other = `(select s.id from ledger_accounts s, ledger_accounts a where a.id = $1 and s.kind = '${system}'
      and s.currency = 'RUB' and s.organization_id is not distinct from case '${system}' when 'held' then a.organization_id end)`;
    const sides = amount > 0 ? [other, '$1'] : ['$1', other];
    const id = uuidv7();
    await db.transaction(async (tx) => {
      await tx.queryText('set local session_replication_role = replica');
      await tx.queryText(
        `insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
         select $2, $3, $4, ${sides}, $5, 'payment', $6`,
        [account, id, `${kind}:${sourceId}`, kind, Math.abs(amount), sourceId],
      );
      const updated = await tx.queryText(
        `update ledger_accounts set balance_minor = balance_minor + $2, cash_minor = cash_minor + $3 where id = $1
         returning balance_minor as after, organization_id`,
        [account, amount, cash],
      );
      const { after, organization_id: organizationId } = updated.rows[0] as Record<string, unknown>;
      await tx.queryText(
        `insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
           balance_after_minor, source_id, created_at) values ($1, $2, $3, 'RUB', $4, $5, $6, $7, now())`,
        [id, organizationId, account, kind, amount, after, sourceId],
      );
      await tx.queryText(
        `insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor, charged_minor)
         select m.id, (now() at time zone 'Europe/Moscow')::date, greatest(m.amount, 0), greatest(-m.amount, 0),
           case when $3 in ('charge', 'adjustment') then greatest(-m.amount, 0) else 0 end
         from (select $1::uuid as id, $2::bigint as amount union all select a.id, -$2::bigint from ledger_accounts a
           where a.kind = 'held' and a.organization_id = $4 and $3 like 'hold%') m
         on conflict (account_id, day) do update set credited_minor = t.credited_minor + excluded.credited_minor,
           debited_minor = t.debited_minor + excluded.debited_minor, charged_minor = t.charged_minor + excluded.charged_minor`,
        [account, amount, kind, organizationId],
      );
      if (system === 'held')
        await tx.queryText(
          "update ledger_accounts set balance_minor = balance_minor - $2 where organization_id = $1 and kind = 'held'",
          [organizationId, amount],
        );
    });
    return sourceId;
  }

  test('the upgrade of books with one number of cash works the pots out again from the first entry on, so that what was paid by card and not spent can be refunded', async () => {
    const { db, remove } = await openTestDatabase(inject('databaseUrl'));
    try {
      await migrateUpTo(db, '0081');
      const newAccount = async () => {
        const id = uuidv7();
        await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО')", [id]);
        await db.queryText(
          `insert into ledger_accounts (id, kind, organization_id, currency, credit_limit_minor)
           values (gen_random_uuid(), 'held', $2, 'RUB', 0), ($1, 'organization', $2, 'RUB', 500)`,
          [uuidv7(), id],
        );
        const { rows } = await db.queryText(
          "select id from ledger_accounts where organization_id = $1 and kind = 'organization'",
          [id],
        );
        return rows[0]?.id as string;
      };
      const spentBank = await newAccount();
      await postWithCash(db, spentBank, 'bank_receipt', 1200);
      await postWithCash(db, spentBank, 'charge', -1200);
      await postWithCash(db, spentBank, 'top_up', 50);
      const corrected = await newAccount();
      await postWithCash(db, corrected, 'top_up', 1000);
      await postWithCash(db, corrected, 'adjustment', 300);
      await postWithCash(db, corrected, 'adjustment', -300);
      const refunded = await newAccount();
      await postWithCash(db, refunded, 'top_up', 60);
      await postWithCash(db, refunded, 'bonus', 40);
      const charge = await postWithCash(db, refunded, 'charge', -150);
      const hold = await postWithCash(db, refunded, 'hold', -10);
      await postWithCash(db, refunded, 'top_up', 100);
      await postWithCash(db, refunded, 'hold_release', 10, hold);
      await postWithCash(db, refunded, 'charge_refund', 100, charge);
      await migrate(db);
      const { rows } = await db.queryText(
        `select id, array[card_minor, bank_minor, staff_minor, bonus_minor]::int[] as pots from ledger_accounts
         where id = any($1)`,
        [[spentBank, corrected, refunded]],
      );
      const pots = new Map(rows.map((row) => [row.id, row.pots]));
      expect(pots.get(spentBank)).toEqual([50, 0, 0, 0]);
      expect(pots.get(corrected)).toEqual([1000, 0, 0, 0]);
      // As if the charge had been of 50 from the start.
      expect(pots.get(refunded)).toEqual([110, 0, 0, 40]);
      expect(await checkLedger(db)).toEqual([]);
      await db.transaction(async (tx) => {
        await tx.queryText('update ledger_accounts set card_minor = 0, staff_minor = 50 where id = $1', [spentBank]);
      });
      expect((await checkSinceCheckpoint(db)).join()).toContain('has pots');
    } finally {
      await remove();
    }
  });
});
