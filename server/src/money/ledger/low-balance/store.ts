import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { moscowToday } from '../../../platform/db/moscow-day.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';

/** The days whose charges the forecast is based on. */
export const paceDays = 30;

/** The balance lasts for less than 3 days at the pace of the last 30, which the cabinet shows in red. */
export function isLow(balance: Sql, recentCharges: Sql): Sql {
  return sql`((${balance}) * 30 < (${recentCharges}) * 3)`;
}

/** Of the account `a`: the change takes the balance below what the organization chose. */
export function crossesThreshold(balanceAfter: Sql): Sql {
  return sql`coalesce(a.balance_minor >= a.low_threshold_minor and (${balanceAfter}) < a.low_threshold_minor, false)`;
}

/** The account is locked by then. */
export async function updateLowThreshold(
  tx: Transaction,
  accountId: string,
  thresholdMinor: number | null,
): Promise<void> {
  await tx.query(sql`update ledger_accounts a set low_threshold_minor = ${thresholdMinor} where a.id = ${accountId}`);
}

export function selectLowThresholds(
  db: Queries,
  organizationId: string,
): Promise<{ currency: Currency; thresholdMinor: number }[]> {
  return db.query(sql`
    select currency, low_threshold_minor::float8 as "thresholdMinor" from ledger_accounts
    where organization_id = ${organizationId} and kind = 'organization' and low_threshold_minor is not null
    order by currency`);
}

/** Of the account `a`. Daily totals count debiting corrections as charges; here they are left out, by the index of kinds. */
export const chargesOfLast30Days = sql`(
  coalesce((
    select sum(t.charged_minor) from ledger_daily_totals t
    where t.account_id = a.id and t.day > ${moscowToday} - 30), 0)
  + coalesce((
    select sum(e.amount_minor) from ledger_entries e
    where e.organization_id = a.organization_id and e.kind = 'adjustment' and e.currency = a.currency
      and e.amount_minor < 0
      and e.created_at >= (${moscowToday} - 29)::timestamp at time zone 'Europe/Moscow'), 0))`;

/** The sum stored with an account is stale when charges of it have become older than the forecast looks back. */
export function selectAccountsWithCharges(
  db: Queries,
  after: string,
  limit: number,
): Promise<{ id: string; isStale: boolean }[]> {
  return db.query(sql`
    select a.id, a.recent_charges_minor <> ${chargesOfLast30Days} as "isStale"
    from ledger_accounts a where a.id > ${after} and a.recent_charges_minor > 0 order by a.id limit ${limit}`);
}

/**
 * Locks in the order of all who lock accounts. Lock and update are two statements, so that the second one sees the
 * charges that the first one waited for.
 */
export async function updateRecentCharges(tx: Transaction, accountIds: string[]): Promise<void> {
  await tx.query(sql`
    select from ledger_accounts where id = any(${accountIds}::uuid[])
    order by organization_id, kind, currency for no key update`);
  await tx.query(sql`
    update ledger_accounts a set recent_charges_minor = ${chargesOfLast30Days} where a.id = any(${accountIds}::uuid[])`);
}
