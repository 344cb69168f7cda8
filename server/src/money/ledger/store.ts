import type { EntryKind } from '@kazna/contract/cabinet/balance';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

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

/** Kinds that bring money paid by card; everything but the return of a bonus takes such money first. */
const cashIn = sql`('top_up', 'refund_reversal')`;
const cashOut = sql`<> 'bonus_reversal'`;

/**
 * Moves both balances and writes the organizations' entries with the balance each has now. Both accounts are locked by
 * then; a transaction that began earlier but got the lock later takes the time of the entry before it.
 */
export async function moveBalances(db: Queries, transferId: string, transfer: NewTransfer): Promise<void> {
  const { kind, debitAccountId, creditAccountId, amountMinor, sourceId } = transfer;
  await db.query(sql`
    with moved as (
      update ledger_accounts a set
        balance_minor = a.balance_minor + case when is_credit then ${amountMinor}::bigint else -${amountMinor}::bigint end,
        cash_minor = a.cash_minor + case
          when a.kind <> 'organization' then 0
          when is_credit and ${kind}::text in ${cashIn} then ${amountMinor}::bigint
          when not is_credit and ${kind}::text ${cashOut} then -${amountMinor}::bigint
          else 0 end
      from (values (${creditAccountId}::uuid, true), (${debitAccountId}::uuid, false)) as side (id, is_credit)
      where a.id = side.id
      returning a.*
    )
    insert into ledger_entries
      (transfer_id, organization_id, account_id, currency, kind, amount_minor, balance_after_minor, source_id, created_at)
    select ${transferId}, m.organization_id, m.id, m.currency, ${kind},
      case m.id when ${creditAccountId}::uuid then ${amountMinor}::bigint else -${amountMinor}::bigint end,
      m.balance_minor, ${sourceId}::uuid, greatest(now(), (
        select e.created_at from ledger_entries e where e.organization_id = m.organization_id
        order by e.created_at desc, e.seq desc limit 1))
    from moved m where m.kind = 'organization'`);
}

/** What may go back to cards: paid, neither spent nor returned, and still on the balance. The account must be locked. */
export async function selectRefundable(db: Queries, organizationId: string, currency: Currency): Promise<number> {
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select greatest(0, least(balance_minor, cash_minor))::float8 as "amountMinor" from ledger_accounts
    where kind = 'organization' and organization_id = ${organizationId} and currency = ${currency}`);
  return row?.amountMinor ?? 0;
}

/** Whether the organization is open; if so, nobody closes it before the transaction ends. */
export async function shareOpenOrganization(tx: Transaction, organizationId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select id from organizations where id = ${organizationId} and status <> 'closed' for share`);
  return rows.length > 0;
}

/** Keeps the sums by day beside the balances, in the same transaction. */
export async function addDailyTotals(db: Queries, transfer: NewTransfer): Promise<void> {
  const { kind, debitAccountId, creditAccountId, amountMinor } = transfer;
  const chargedMinor = kind === 'charge' || kind === 'adjustment' ? amountMinor : 0;
  // The accounts are locked by now, so nobody else writes these rows.
  await db.query(sql`
    insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor, charged_minor)
    select id, (now() at time zone 'Europe/Moscow')::date,
      case when id = ${creditAccountId}::uuid then ${amountMinor}::bigint else 0 end,
      case when id = ${debitAccountId}::uuid then ${amountMinor}::bigint else 0 end,
      case when id = ${debitAccountId}::uuid then ${chargedMinor}::bigint else 0 end
    from unnest(array[${debitAccountId}, ${creditAccountId}]::uuid[]) as id order by id
    on conflict (account_id, day) do update set
      credited_minor = t.credited_minor + excluded.credited_minor,
      debited_minor = t.debited_minor + excluded.debited_minor,
      charged_minor = t.charged_minor + excluded.charged_minor`);
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
  balanceAfterMinor: number;
  /** The payment; of a correction, the entry of the log that says why. */
  sourceId: string | null;
  createdAt: string;
}

export function selectEntries(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<LedgerEntry[]> {
  const after = cursor
    ? sql`and (e.created_at, e.seq) < (
        select c.created_at, c.seq from ledger_entries c
        where c.transfer_id = ${cursor} and c.organization_id = ${organizationId})`
    : sql``;
  return db.query<LedgerEntry>(sql`
    select e.transfer_id as id, e.kind, e.currency, e.amount_minor::float8 as "amountMinor",
      e.balance_after_minor::float8 as "balanceAfterMinor", e.source_id as "sourceId", e.created_at as "createdAt"
    from ledger_entries e where e.organization_id = ${organizationId} ${after}
    order by e.created_at desc, e.seq desc limit ${limit + 1}`);
}

export interface LedgerFault {
  what: string;
}

/** Accounts, days and entries whose sums are not those of their transfers, and currencies that do not add up to zero. */
export function selectFaults(db: Queries): Promise<LedgerFault[]> {
  return db.query<LedgerFault>(sql`
    with moves as (
      select id, credit_account_id as account_id, created_at, amount_minor as credited, 0 as debited, 0 as charged
      from ledger_transfers
      union all
      select id, debit_account_id, created_at, 0, amount_minor,
        case when kind in ('charge', 'adjustment') then amount_minor else 0 end
      from ledger_transfers
    ), days as (
      select account_id, (created_at at time zone 'Europe/Moscow')::date as day, sum(credited) as credited,
        sum(debited) as debited, sum(charged) as charged
      from moves group by 1, 2
    ), sums as (select account_id, sum(credited - debited) as amount from days group by account_id
    ), cash as (
      select account_id, sum(cash) as cash from (
        select credit_account_id as account_id, amount_minor as cash from ledger_transfers where kind in ${cashIn}
        union all
        select debit_account_id, -amount_minor from ledger_transfers where kind ${cashOut}
      ) moves group by account_id
    )
    select 'account ' || a.id || ' holds ' || a.balance_minor || ', its transfers make ' || coalesce(s.amount, 0) as what
    from ledger_accounts a left join sums s on s.account_id = a.id
    where a.balance_minor <> coalesce(s.amount, 0)
    union all
    select 'account ' || a.id || ' has cash ' || a.cash_minor || ', its transfers make ' || coalesce(c.cash, 0)
    from ledger_accounts a left join cash c on c.account_id = a.id
    where a.kind = 'organization' and a.cash_minor <> coalesce(c.cash, 0)
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
    where (coalesce(d.credited, 0), coalesce(d.debited, 0), coalesce(d.charged, 0))
      <> (coalesce(t.credited_minor, 0), coalesce(t.debited_minor, 0), coalesce(t.charged_minor, 0))
    union all
    select 'transfer ' || coalesce(m.id, e.transfer_id) || ' moved ' || coalesce(m.amount, 0) || ' in account '
      || coalesce(m.account_id, e.account_id) || ', its entry says ' || coalesce(e.amount_minor, 0)
    from (
      select m.id, m.account_id, m.credited - m.debited as amount
      from moves m join ledger_accounts a on a.id = m.account_id and a.kind = 'organization'
    ) m
    full join ledger_entries e on e.transfer_id = m.id and e.account_id = m.account_id
    where m.amount is distinct from e.amount_minor
    union all
    select 'entry of transfer ' || transfer_id || ' in account ' || account_id || ' leaves ' || balance_after_minor
      || ', the entries up to it make ' || amount
    from (
      select e.*, sum(e.amount_minor) over (partition by e.account_id order by e.seq) as amount from ledger_entries e
    ) e
    where balance_after_minor <> amount
    limit 100`);
}
