import type { Queries } from '../../../platform/db/database.ts';
import { moscowDay, moscowToday, startOfDay } from '../../../platform/db/moscow-day.ts';
import { opaqueParam, type Sql, sql } from '../../../platform/db/sql.ts';

interface ReceiptSum {
  count: number;
  amountMinor: number;
}

/** Credited receipts of the last `days` calendar days in Moscow. An undone one was never anybody's money. */
function within(days: number, organizationId?: string): Sql {
  const owner = organizationId ? sql`and r.organization_id = ${opaqueParam(organizationId)}::uuid` : sql``;
  const start = startOfDay(sql`(${moscowToday} - ${opaqueParam(days)}::int + 1)`);
  return sql`r.status = 'credited' ${owner} and r.credited_at >= ${start}`;
}

const sumColumns = sql`count(*)::int as count, coalesce(sum(r.amount_minor), 0)::float8 as "amountMinor"`;

/** Roubles: statements have no other currency. */
export async function sumReceipts(db: Queries, organizationId: string, days: number): Promise<ReceiptSum> {
  const [sum] = await db.query<ReceiptSum>(sql`
    select ${sumColumns} from bank_receipts r where ${within(days, organizationId)}`);
  return sum as ReceiptSum;
}

/** Who sent the money, the largest sums first. Banks spell the name of one ИНН in several ways: the last one counts. */
export function selectReceiptPayers(
  db: Queries,
  organizationId: string,
  { days, limit }: { days: number; limit: number },
): Promise<(ReceiptSum & { name: string })[]> {
  return db.query(sql`
    select (array_agg(d.payer_name order by r.credited_at desc))[1] as name, ${sumColumns}
    from bank_receipts r join bank_statement_documents d on d.id = r.document_id
    where ${within(days, organizationId)}
    group by coalesce(d.payer_inn, d.payer_name) order by sum(r.amount_minor) desc limit ${opaqueParam(limit)}::int`);
}

/** Of all organizations. */
export function selectReceiptsByDay(db: Queries, days: number): Promise<{ date: string; amountMinor: number }[]> {
  return db.query(sql`
    select to_char(${moscowDay(sql`r.credited_at`)}, 'YYYY-MM-DD') as date, sum(r.amount_minor)::float8 as "amountMinor"
    from bank_receipts r where ${within(days)} group by 1 order by 1`);
}
