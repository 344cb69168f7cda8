import type { EntryKind } from '@kazna/contract/cabinet/balance';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import { type Page, type PageRequest, toPage } from '../../platform/db/page.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { balanceV1 } from './charging-store.ts';
import type { SystemAccount } from './posting.ts';
import { paceDays } from './rules.ts';

export interface Balance {
  currency: Currency;
  amountMinor: number;
}

export interface OrganizationBalance extends Balance {
  /** Set aside, and so not in the amount. */
  heldMinor: number;
}

/** What the organization has and what is set aside, by currency; nothing for one that never had any. */
export function readBalances(db: Queries, organizationId: string): Promise<OrganizationBalance[]> {
  return db.query<OrganizationBalance>(sql`
    select a.currency, a.balance_minor::float8 as "amountMinor", coalesce(h.balance_minor, 0)::float8 as "heldMinor"
    from ledger_accounts a left join ledger_accounts h
      on h.organization_id = a.organization_id and h.kind = 'held' and h.currency = a.currency
    where a.kind = 'organization' and a.organization_id = ${organizationId} order by a.currency`);
}

export function readTotalBalances(db: Queries): Promise<Balance[]> {
  return db.query<Balance>(sql`
    select currency, sum(balance_minor)::float8 as "amountMinor" from ledger_accounts
    where kind = 'organization' group by currency having sum(balance_minor) <> 0 order by currency`);
}

export interface LedgerEntry {
  id: string;
  kind: EntryKind;
  currency: Currency;
  /** Below zero where money left the organization. */
  amountMinor: number;
  balanceAfterMinor: number;
  /** The payment; of a correction, the entry of the log that says why. */
  sourceId: string | null;
  createdAt: string;
}

function selectEntries(db: Queries, organizationId: string, { limit, cursor }: PageRequest): Promise<LedgerEntry[]> {
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

export async function listEntries(db: Queries, organizationId: string, query: PageRequest): Promise<Page<LedgerEntry>> {
  return toPage(await selectEntries(db, organizationId, query), query.limit, (row) => row.id);
}

const kindsOfPayments: EntryKind[] = ['top_up', 'refund', 'refund_reversal', 'bonus', 'bonus_reversal'];

export function presentEntry({ sourceId, ...entry }: LedgerEntry) {
  const paymentId = kindsOfPayments.includes(entry.kind) ? sourceId : null;
  return { ...entry, paymentId };
}

export function readHeld(db: Queries, organizationId: string): Promise<Balance[]> {
  return db.query<Balance>(sql`
    select currency, balance_minor::float8 as "amountMinor" from ledger_accounts
    where kind = 'held' and organization_id = ${organizationId} and balance_minor > 0 order by currency`);
}

/** Of entries: the sum of each pot, and of what was repaid out of it. */
export const potSums = sql`coalesce(sum(card_minor), 0)::bigint as card, coalesce(sum(bank_minor), 0)::bigint as bank,
  coalesce(sum(staff_minor), 0)::bigint as staff, coalesce(sum(bonus_minor), 0)::bigint as bonus,
  coalesce(sum(repaid_card_minor), 0)::bigint as repaid_card, coalesce(sum(repaid_bank_minor), 0)::bigint as repaid_bank,
  coalesce(sum(repaid_staff_minor), 0)::bigint as repaid_staff,
  coalesce(sum(repaid_bonus_minor), 0)::bigint as repaid_bonus`;

export interface BalancePots {
  currency: Currency;
  balanceMinor: number;
  cardMinor: number;
  bankMinor: number;
  staffMinor: number;
  bonusMinor: number;
}

/** What each balance is made of: docs/design/money.md. */
export function readPots(db: Queries, organizationId: string): Promise<BalancePots[]> {
  return db.query<BalancePots>(sql`
    select currency, balance_minor::float8 as "balanceMinor", card_minor::float8 as "cardMinor",
      bank_minor::float8 as "bankMinor", staff_minor::float8 as "staffMinor", bonus_minor::float8 as "bonusMinor"
    from ledger_accounts where kind = 'organization' and organization_id = ${organizationId} order by currency`);
}

/** What may go back to cards: paid by card, neither spent nor returned. */
export async function readRefundable(db: Queries, organizationId: string, currency: Currency): Promise<number> {
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select card_minor::float8 as "amountMinor" from ledger_accounts
    where kind = 'organization' and organization_id = ${organizationId} and currency = ${currency}`);
  return row?.amountMinor ?? 0;
}

/** What the organization had right after a transfer; null where the key has none. */
export async function readBalanceAfter(db: Queries, organizationId: string, key: string): Promise<number | null> {
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select e.balance_after_minor::float8 as "amountMinor"
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.organization_id = ${organizationId}
    where t.key = ${key}`);
  return row?.amountMinor ?? null;
}

export interface SystemBalance extends Balance {
  account: SystemAccount;
}

/** Derived, since no transfer keeps them: sums of the days that were checked, and the transfers since. */
export function readSystemBalances(db: Queries): Promise<SystemBalance[]> {
  return db.query<SystemBalance>(sql`
    with checked as (select through_day from ledger_checkpoint
    ), tail as (
      select t.* from ledger_transfers t, checked c
      where t.created_at >= ${startOfDay(sql`c.through_day`)}
    ), moves as (
      select t.account_id, t.credited_minor - t.debited_minor as amount
      from ledger_accounts a join ledger_daily_totals t on t.account_id = a.id, checked c
      where a.organization_id is null and t.day < c.through_day
      union all select credit_account_id, amount_minor from tail
      union all select debit_account_id, -amount_minor from tail
    )
    select a.kind as account, a.currency, coalesce(sum(m.amount), 0)::float8 as "amountMinor"
    from ledger_accounts a left join moves m on m.account_id = a.id
    where a.organization_id is null group by a.kind, a.currency order by a.kind, a.currency`);
}

/** Of the account `a`. Daily totals count debiting corrections as charges; here they are left out, by the index of kinds. */
export const recentCharges = sql`(
  coalesce((
    select sum(t.charged_minor) from ledger_daily_totals t
    where t.account_id = a.id and t.day > ${moscowToday} - ${paceDays}::int), 0)
  + coalesce((
    select sum(e.amount_minor) from ledger_entries e
    where e.organization_id = a.organization_id and e.kind = 'adjustment' and e.currency = a.currency
      and e.amount_minor < 0 and e.created_at >= ${startOfDay(sql`(${moscowToday} - ${paceDays - 1}::int)`)}), 0))`;

/** Balances of the organization `o` as JSON. `balance` is that of one account `a`, beside which `h` is what is set aside. */
export function balancesJson(balance: Sql): Sql {
  return sql`coalesce((
    select json_agg(${balance} order by a.currency) from ledger_accounts a left join ledger_accounts h
      on h.organization_id = a.organization_id and h.kind = 'held' and h.currency = a.currency
    where a.kind = 'organization' and a.organization_id = o.id), '[]')`;
}

/** As the operator API shows them. */
export const balancesV1 = balancesJson(
  balanceV1({
    ...{ currency: sql`a.currency`, balance: sql`a.balance_minor`, held: sql`coalesce(h.balance_minor, 0)` },
    creditLimit: sql`a.credit_limit_minor`,
  }),
);

export function readLowThresholds(
  db: Queries,
  organizationId: string,
): Promise<{ currency: Currency; thresholdMinor: number }[]> {
  return db.query(sql`
    select currency, low_threshold_minor::float8 as "thresholdMinor" from ledger_accounts
    where organization_id = ${organizationId} and kind = 'organization' and low_threshold_minor is not null
    order by currency`);
}
