import type { EntryKind } from '@kazna/contract/balance';
import type { Currency } from '@kazna/contract/money';
import type { Queries, Transaction } from '../db/database.ts';
import type { PageRequest } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { uuidv7 } from '../db/uuid.ts';

/** An organization's balance, or one of the system's own accounts. */
export type LedgerAccount = { organizationId: string } | 'clearing' | 'revenue' | 'bonuses' | 'corrections';

export type TransferKind = EntryKind;

export interface Transfer {
  id: string;
  key: string;
  kind: TransferKind;
  debitAccountId: string;
  amountMinor: number;
  createdAt: string;
}

/** The id of the account, opened on first use. Its row is locked until the transaction ends. */
export async function lockAccount(tx: Transaction, account: LedgerAccount, currency: Currency): Promise<string> {
  const kind = typeof account === 'string' ? account : 'organization';
  const organizationId = typeof account === 'string' ? null : account.organizationId;
  // Each kind of account has an index of its own, which only a condition of its own can use.
  const isIt = organizationId
    ? sql`kind = 'organization' and organization_id = ${organizationId}`
    : sql`kind <> 'organization' and kind = ${kind}`;
  const find = () =>
    tx.query<{ id: string }>(sql`
      select id from ledger_accounts where ${isIt} and currency = ${currency} for update`);
  const [found] = await find();
  if (found) return found.id;
  await tx.query(sql`
    insert into ledger_accounts (id, kind, organization_id, currency)
    values (${uuidv7()}, ${kind}, ${organizationId}, ${currency}) on conflict do nothing`);
  const [opened] = await find();
  return (opened as { id: string }).id;
}

export interface NewTransfer {
  key: string;
  kind: TransferKind;
  debitAccountId: string;
  creditAccountId: string;
  amountMinor: number;
  sourceId: string | null;
}

const transferColumns = sql`id, key, kind, debit_account_id as "debitAccountId", amount_minor::float8 as "amountMinor",
  created_at as "createdAt"`;

/** Null when the key was posted before. */
export async function insertTransfer(db: Queries, transfer: NewTransfer): Promise<Transfer | null> {
  const { key, kind, debitAccountId, creditAccountId, amountMinor, sourceId } = transfer;
  const [row] = await db.query<Transfer>(sql`
    insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_id)
    values (${uuidv7()}, ${key}, ${kind}, ${debitAccountId}, ${creditAccountId}, ${amountMinor}, ${sourceId})
    on conflict (key) do nothing
    returning ${transferColumns}`);
  return row ?? null;
}

export async function getTransferByKey(db: Queries, key: string): Promise<Transfer> {
  const [row] = await db.query<Transfer>(sql`select ${transferColumns} from ledger_transfers where key = ${key}`);
  if (!row) throw new Error(`no transfer ${key}`);
  return row;
}

export async function moveBalances(db: Queries, transfer: NewTransfer): Promise<void> {
  const { debitAccountId, creditAccountId, amountMinor } = transfer;
  await db.query(sql`
    update ledger_accounts set balance_minor = balance_minor
      + case id when ${creditAccountId}::uuid then ${amountMinor}::bigint else -${amountMinor}::bigint end
    where id in (${debitAccountId}, ${creditAccountId})`);
}

/** Keeps the sums by day beside the balances, in the same transaction. */
export async function addDailyTotals(db: Queries, transfer: NewTransfer): Promise<void> {
  const { debitAccountId, creditAccountId, amountMinor } = transfer;
  // The accounts are locked by now, so nobody else writes these rows.
  await db.query(sql`
    insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor)
    select id, (now() at time zone 'Europe/Moscow')::date,
      case when id = ${creditAccountId}::uuid then ${amountMinor}::bigint else 0 end,
      case when id = ${debitAccountId}::uuid then ${amountMinor}::bigint else 0 end
    from unnest(array[${debitAccountId}, ${creditAccountId}]::uuid[]) as id order by id
    on conflict (account_id, day) do update set
      credited_minor = t.credited_minor + excluded.credited_minor,
      debited_minor = t.debited_minor + excluded.debited_minor`);
}

export interface Balance {
  currency: Currency;
  amountMinor: number;
}

export function selectBalances(db: Queries, organizationId: string): Promise<Balance[]> {
  return db.query<Balance>(sql`
    select currency, balance_minor::float8 as "amountMinor" from ledger_accounts
    where kind = 'organization' and organization_id = ${organizationId} order by currency`);
}

export interface LedgerEntry {
  id: string;
  kind: TransferKind;
  currency: Currency;
  /** Below zero where money left the organization. */
  amountMinor: number;
  /** The payment; of a correction, the entry of the log that says why. */
  sourceId: string | null;
  createdAt: string;
}

export function selectEntries(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<LedgerEntry[]> {
  const before = cursor ?? null;
  // Each side has its own index, so each brings one page and the better part of both is kept.
  const side = (column: 'debit' | 'credit') => {
    const isOurs = column === 'debit' ? sql`t.debit_account_id = a.id` : sql`t.credit_account_id = a.id`;
    const sign = column === 'debit' ? sql`-1` : sql`1`;
    return sql`(
      select t.id, t.kind, a.currency, ${sign} * t.amount_minor as amount, t.source_id, t.created_at
      from ledger_accounts a cross join lateral (
        select * from ledger_transfers t where ${isOurs} and (${before}::uuid is null or t.id < ${before}::uuid)
        order by t.id desc limit ${limit + 1}
      ) t
      where a.kind = 'organization' and a.organization_id = ${organizationId})`;
  };
  return db.query<LedgerEntry>(sql`
    select id, kind, currency, amount::float8 as "amountMinor", source_id as "sourceId", created_at as "createdAt"
    from (${side('debit')} union all ${side('credit')}) entries
    order by id desc limit ${limit + 1}`);
}

export interface LedgerFault {
  what: string;
}

/** Accounts and days whose sums are not those of their transfers, and currencies that do not add up to zero. */
export function selectFaults(db: Queries): Promise<LedgerFault[]> {
  return db.query<LedgerFault>(sql`
    with moves as (
      select credit_account_id as account_id, created_at, amount_minor as credited, 0 as debited from ledger_transfers
      union all
      select debit_account_id, created_at, 0, amount_minor from ledger_transfers
    ), days as (
      select account_id, (created_at at time zone 'Europe/Moscow')::date as day, sum(credited) as credited,
        sum(debited) as debited
      from moves group by 1, 2
    ), sums as (select account_id, sum(credited - debited) as amount from days group by account_id)
    select 'account ' || a.id || ' holds ' || a.balance_minor || ', its transfers make ' || coalesce(s.amount, 0) as what
    from ledger_accounts a left join sums s on s.account_id = a.id
    where a.balance_minor <> coalesce(s.amount, 0)
    union all
    select 'currency ' || currency || ' adds up to ' || sum(balance_minor)
    from ledger_accounts group by currency having sum(balance_minor) <> 0
    union all
    select 'transfer ' || t.id || ' joins two currencies'
    from ledger_transfers t
    join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where d.currency <> c.currency
    union all
    select 'daily totals of account ' || account_id || ' on ' || day || ' make +' || coalesce(t.credited_minor, 0)
      || ' -' || coalesce(t.debited_minor, 0) || ', its transfers +' || coalesce(d.credited, 0)
      || ' -' || coalesce(d.debited, 0)
    from days d full join ledger_daily_totals t using (account_id, day)
    where (coalesce(d.credited, 0), coalesce(d.debited, 0))
      <> (coalesce(t.credited_minor, 0), coalesce(t.debited_minor, 0))
    limit 100`);
}
