import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import { moscowDay } from '../platform/db/moscow-day.ts';
import { type Sql, sql } from '../platform/db/sql.ts';

const createdDay = moscowDay(sql`p.created_at`);

/** Counts the payments of `source` on the days they were created: a part of the statement that inserts them. */
export function countedIn(source: Sql): Sql {
  return sql`
    insert into payment_daily_totals as t
      (organization_id, day, currency, method, status, created_by, count, amount_minor)
    select p.organization_id, ${createdDay}, p.currency, p.method, p.status, p.created_by, 1, p.amount_minor
    from ${source} p
    on conflict (organization_id, day, currency, method, status, created_by) do update set
      count = t.count + 1, amount_minor = t.amount_minor + excluded.amount_minor`;
}

export interface CountedAs {
  status: PaymentStatus;
  currency: Currency;
  amountMinor: number;
}

/**
 * Counts the payment as something else. Both rows are written by one statement in one order: of two payments that
 * change places, such as review and canceled, each would otherwise wait for the other's row, a deadlock.
 */
export async function moveInTotals(db: Queries, id: string, from: CountedAs, to: CountedAs): Promise<void> {
  await db.query(sql`
    insert into payment_daily_totals as t
      (organization_id, day, currency, method, status, created_by, count, amount_minor)
    select p.organization_id, ${createdDay}, row.currency, p.method, row.status, p.created_by, row.count, row.amount
    from payments p, (values (${from.currency}::text, ${from.status}::text, 0, 0::bigint),
      (${to.currency}, ${to.status}, 1, ${to.amountMinor}::bigint)) row (currency, status, count, amount)
    where p.id = ${id} and (row.count = 1 or exists (
      select from payment_daily_totals old
      where old.organization_id = p.organization_id and old.day = ${createdDay} and old.currency = row.currency
        and old.method = p.method and old.status = row.status and old.created_by = p.created_by))
    order by row.currency, row.status
    on conflict (organization_id, day, currency, method, status, created_by) do update set
      count = t.count + case excluded.count when 0 then -1 else 1 end,
      amount_minor = t.amount_minor + case excluded.count when 0 then -${from.amountMinor}::bigint
        else excluded.amount_minor end`);
}
