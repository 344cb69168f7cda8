import type { EntryTotal, Operation, OperationFilter } from '@kazna/contract/cabinet/balance';
import { parsePaymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { jobActors } from '../audit/actions-store.ts';
import { entriesClosedThrough } from '../money/ledger/entry-totals-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { escapeLike } from '../platform/db/matching-ids.ts';
import { firstDayFrom, moscowDay, startOfDay } from '../platform/db/moscow-day.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, inlineLimit, opaqueParam, type Sql, sql } from '../platform/db/sql.ts';

/** A bonus refers to another organization's payment, which stays hidden. */
export const sources = sql`
  left join payments p on p.id = e.source_id and p.organization_id = e.organization_id and e.kind <> 'adjustment'
  left join lateral (
    select r.reason, r.requested_by, r.is_by_staff
    from refunds r join ledger_transfers t on t.id = e.transfer_id
    where r.payment_id = p.id and e.kind in ('refund', 'refund_reversal') and t.key = e.kind || ':' || r.id
  ) r on true
  left join audit_log a on a.id = e.source_id and a.organization_id = e.organization_id and e.kind = 'adjustment'
  left join charges c on c.id = e.source_id and c.organization_id = e.organization_id
    and e.kind in ('charge', 'charge_refund')
  left join lateral (
    select g.reason from charge_refunds g join ledger_transfers t on t.id = e.transfer_id
    where g.charge_id = c.id and e.kind = 'charge_refund' and c.created_by = ${jobActors.subscriptions}
      and t.key = 'charge_refund:' || g.id
  ) g on true
  left join holds h on h.id = e.source_id and h.organization_id = e.organization_id and e.kind in ('hold', 'hold_release')
  left join bank_receipts b on b.id = e.source_id and b.organization_id = e.organization_id
    and e.kind in ('bank_receipt', 'bank_receipt_reversal')
  left join bank_returns k on k.id = e.source_id and k.organization_id = e.organization_id
    and e.kind in ('bank_return', 'bank_return_reversal')
  left join invoices i on i.id = b.invoice_id
  left join users u on u.id = case e.kind when 'top_up' then p.created_by
    when 'bank_return' then k.requested_by
    when 'refund' then case when not r.is_by_staff then r.requested_by end end`;

/** «Хостинг: тариф за ноябрь», or without the service «тариф за ноябрь». A subscription's line names its service itself. */
const charged = sql`nullif(concat_ws(': ', case when c.created_by <> ${jobActors.subscriptions} then c.service end,
  c.description), '')`;
const description = sql`case e.kind when 'top_up' then p.description when 'refund' then r.reason
  when 'refund_reversal' then r.reason when 'adjustment' then a.details ->> 'reason'
  when 'charge' then ${charged} when 'charge_refund' then coalesce(g.reason, ${charged})
  when 'hold' then h.description when 'hold_release' then h.description
  when 'bank_return' then coalesce('Поручение № ' || k.order_number, k.comment) when 'bank_return_reversal' then k.reason
  when 'bank_receipt' then 'По счёту № ' || i.number when 'bank_receipt_reversal' then 'По счёту № ' || i.number end`;

/** Of an entry `e` joined with its sources. */
export const operationColumns = sql`
  e.transfer_id as id, e.kind, e.currency, e.amount_minor::float8 as "amountMinor",
  e.balance_after_minor::float8 as "balanceAfterMinor", p.id as "paymentId", i.id as "invoiceId", c.id as "chargeId",
  e.created_at as "createdAt", ${description} as description, u.name as "actorName",
  e.kind = 'adjustment' or (e.kind = 'refund' and coalesce(r.is_by_staff, false)) as "isByStaff"`;

/** Money that is set aside neither comes in nor goes out. */
const isMoved = sql`e.kind not in ('hold', 'hold_release')`;

function conditions(organizationId: string, filter: OperationFilter): Sql {
  const { kind, direction, currency, from, to, service, q } = filter;
  const pattern = `%${escapeLike(q ?? '')}%`;
  return allOf(
    sql`e.organization_id = ${opaqueParam(organizationId)}::uuid`,
    kind && sql`e.kind = ${kind}`,
    direction && (direction === 'in' ? sql`e.amount_minor > 0` : sql`e.amount_minor < 0`),
    direction && isMoved,
    currency && sql`e.currency = ${currency}`,
    from && sql`e.created_at >= ${from}`,
    to && sql`e.created_at < ${to}`,
    service &&
      sql`e.kind in ('charge', 'charge_refund')
        and exists (select from charges s where s.id = e.source_id and s.service = ${service})`,
    q &&
      sql`${description} ilike ${pattern} or u.name ilike ${pattern} or p.id::text = ${q.toLowerCase()}
      or p.number = ${parsePaymentNumber(q)}`,
  );
}

export function selectOperations(
  db: Queries,
  organizationId: string,
  filter: OperationFilter,
  { limit, cursor }: PageRequest,
): Promise<Operation[]> {
  const after = cursor
    ? sql`and (e.created_at, e.seq) < (
        select c.created_at, c.seq from ledger_entries c
        where c.transfer_id = ${cursor} and c.organization_id = ${opaqueParam(organizationId)}::uuid)`
    : sql``;
  const where = sql`${conditions(organizationId, filter)} ${after}`;
  // Without a search the page is limited first, so that sources are joined for its rows only.
  const rows = filter.q
    ? sql`ledger_entries e ${sources} where ${where}`
    : sql`(
        select e.* from ledger_entries e where ${where} order by e.created_at desc, e.seq desc ${inlineLimit(limit)}
      ) e ${sources}`;
  return db.query<Operation>(sql`
    select ${operationColumns} from ${rows}
    order by e.created_at desc, e.seq desc ${inlineLimit(limit)}`);
}

export function selectOperationTotals(
  db: Queries,
  organizationId: string,
  filter: OperationFilter,
): Promise<EntryTotal[]> {
  return db.query<EntryTotal>(sql`
    select currency, kind, sum(count)::int as count, sum(in_minor)::float8 as "inMinor", sum(out_minor)::float8 as "outMinor"
    from (${filter.q || filter.service ? searchedEntries(organizationId, filter) : countedEntries(organizationId, filter)}) counted
    group by currency, kind having sum(count) > 0 order by currency, sum(in_minor + out_minor) desc, kind`);
}

const entrySums = sql`
  e.currency, e.kind, 1 as count, greatest(e.amount_minor, 0) as in_minor, greatest(-e.amount_minor, 0) as out_minor`;

function searchedEntries(organizationId: string, filter: OperationFilter): Sql {
  return sql`select ${entrySums} from ledger_entries e ${filter.q ? sources : sql``} where ${conditions(organizationId, filter)}`;
}

/** Totals of the whole days that are closed, and the entries before and after these. */
function countedEntries(organizationId: string, filter: OperationFilter): Sql {
  const { from, to } = filter;
  const where = conditions(organizationId, filter);
  const first = from ? firstDayFrom(sql`${from}::timestamptz`) : sql`'-infinity'::date`;
  const last = to ? sql`least(${entriesClosedThrough}, ${moscowDay(sql`${to}::timestamptz`)})` : entriesClosedThrough;
  const before = sql`
    union all select ${entrySums} from ledger_entries e
    where ${where} and e.created_at < (select ${startOfDay(sql`first`)} from bounds)`;
  return sql`
    with bounds as materialized (
      select first, greatest(first, last) as last from (select ${first} as first, ${last} as last) days
    )
    ${totalsOfDays(organizationId, filter)} and e.day >= (select first from bounds) and e.day < (select last from bounds)
    union all select ${entrySums} from ledger_entries e
    where ${where} and e.created_at >= (select ${startOfDay(sql`last`)} from bounds)
    ${from ? before : sql``}`;
}

function totalsOfDays(organizationId: string, { kind, direction, currency }: OperationFilter): Sql {
  const where = allOf(
    sql`e.organization_id = ${opaqueParam(organizationId)}::uuid`,
    kind && sql`e.kind = ${kind}`,
    direction && isMoved,
    currency && sql`e.currency = ${currency}`,
  );
  if (direction === 'in')
    return sql`select e.currency, e.kind, e.in_count as count, e.in_minor, 0 as out_minor from ledger_entry_totals e where ${where}`;
  if (direction === 'out')
    return sql`select e.currency, e.kind, e.out_count as count, 0 as in_minor, e.out_minor from ledger_entry_totals e where ${where}`;
  return sql`
    select e.currency, e.kind, e.in_count + e.out_count as count, e.in_minor, e.out_minor
    from ledger_entry_totals e where ${where}`;
}
