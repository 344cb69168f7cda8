import type { Queries } from '../../../platform/db/database.ts';
import { moscowDay } from '../../../platform/db/moscow-day.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { ReconciliationData } from '../closing-data.ts';
import { startOf } from '../month/store.ts';
import { addDays } from '../periods.ts';
import type { DaySum, MonthDocument } from './reconciliation-rows.ts';

/** What the organization had as a day began, with what was set aside. */
export async function selectBalanceBefore(db: Queries, organizationId: string, day: string): Promise<number> {
  const [row] = await db.query<{ amountMinor: number }>(sql`
    select coalesce(sum(amount_minor), 0)::float8 as "amountMinor" from ledger_entries
    where organization_id = ${organizationId} and currency = 'RUB' and kind not in ('hold', 'hold_release')
      and created_at < ${startOf(day)}`);
  return row?.amountMinor ?? 0;
}

/** By day and kind; transfers by bank one by one, with their numbers. */
export function selectDaySums(db: Queries, organizationId: string, from: string, to: string): Promise<DaySum[]> {
  return db.query<DaySum>(sql`
    select ${moscowDay(sql`e.created_at`)}::text as day, e.kind, coalesce(d.number, r.order_number) as number, count(*)::int as count,
      sum(e.amount_minor)::float8 as "amountMinor"
    from ledger_entries e
    left join bank_receipts b on b.id = e.source_id and e.kind in ('bank_receipt', 'bank_receipt_reversal')
    left join bank_statement_documents d on d.id = b.document_id
    left join bank_returns r on r.id = e.source_id and e.kind = 'bank_return'
    where e.organization_id = ${organizationId} and e.currency = 'RUB' and e.kind not in ('hold', 'hold_release')
      and e.created_at >= ${startOf(from)} and e.created_at < ${startOf(addDays(to, 1))}
    group by 1, 2, 3, b.id, r.id order by 1, 2, 3`);
}

/** The last revision of each month's document. */
export function selectMonthDocuments(db: Queries, organizationId: string): Promise<MonthDocument[]> {
  return db.query<MonthDocument>(sql`
    select distinct on (period) kind, period, number, day::text, amount_minor::float8 as "amountMinor"
    from closing_documents where organization_id = ${organizationId} and kind in ('act', 'upd')
    order by period, revision desc`);
}

export async function countRecent(db: Queries, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from closing_documents
    where organization_id = ${organizationId} and kind = 'reconciliation' and created_at > now() - interval '1 day'`);
  return row?.count ?? 0;
}

/** The last one made for the same days. */
export async function findLast(
  db: Queries,
  organizationId: string,
  from: string,
  to: string,
): Promise<{ id: string; data: ReconciliationData } | null> {
  const [row] = await db.query<{ id: string; data: ReconciliationData }>(sql`
    select id, data from closing_documents where organization_id = ${organizationId} and kind = 'reconciliation'
      and from_day = ${from} and to_day = ${to} order by id desc limit 1`);
  return row ?? null;
}
