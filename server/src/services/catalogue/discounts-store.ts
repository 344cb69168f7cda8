import type { Discount } from '@kazna/contract/admin/subscriptions';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Day } from '../subscriptions/periods.ts';
import { versionInForce } from './versions-store.ts';

export function selectDiscounts(db: Queries, organizationId: string): Promise<Discount[]> {
  return db.query<Discount>(sql`
    select d.id, case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as tariff,
      d.percent::float8, d.amount_minor::float8 as "amountMinor", d.currency, d.periods, d.reason,
      d.created_at as "createdAt",
      (select u.name from users u where u.id = d.created_by and u.deleted_at is null) as "createdBy"
    from discounts d left join tariffs t on t.id = d.tariff_id
    where d.organization_id = ${organizationId} and d.ended_at is null order by d.id desc`);
}

export async function isOrganization(db: Queries, id: string): Promise<boolean> {
  return (await db.query(sql`select from organizations where id = ${id}`)).length > 0;
}

/** Another discount of the organization waits for these, unless it has none, and then counts anew. */
export async function lockDiscounts(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    select from discounts where organization_id = ${organizationId} and ended_at is null order by id for update`);
}

export async function countDiscounts(db: Queries, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from discounts where organization_id = ${organizationId} and ended_at is null`);
  return row?.count ?? 0;
}

/** The tariff stays until the transaction ends. Null where there is none. */
export async function lockTariffShared(
  tx: Transaction,
  id: string,
  today: Day,
): Promise<{ name: string; currency: Currency } | null> {
  const [row] = await tx.query<{ name: string; currency: Currency }>(sql`
    select t.name, v.currency from tariffs t
    join tariff_versions v on v.id = ${versionInForce(sql`t.id`, sql`${today}::date`)}
    where t.id = ${id} for key share of t`);
  return row ?? null;
}

export interface NewDiscount {
  id: string;
  organizationId: string;
  tariffId: string | null;
  percent: number | null;
  amountMinor: number | null;
  currency: Currency | null;
  periods: number | null;
  reason: string;
  createdBy: string;
}

export async function insertDiscount(tx: Transaction, row: NewDiscount): Promise<void> {
  await tx.query(sql`
    insert into discounts (id, organization_id, tariff_id, percent, amount_minor, currency, periods, reason, created_by)
    values (${row.id}, ${row.organizationId}, ${row.tariffId}, ${row.percent}, ${row.amountMinor}, ${row.currency},
      ${row.periods}, ${row.reason}, ${row.createdBy})`);
}

/** Whose discount it is; null where there is none. */
export async function findDiscounted(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ organizationId: string }>(sql`
    select organization_id as "organizationId" from discounts where id = ${id}`);
  return row?.organizationId ?? null;
}

export interface EndedDiscount {
  percent: number | null;
  amountMinor: number | null;
  currency: Currency | null;
  tariff: string | null;
}

/** Null where it has ended already. */
export async function markDiscountEnded(tx: Transaction, id: string): Promise<EndedDiscount | null> {
  const [row] = await tx.query<EndedDiscount>(sql`
    update discounts d set ended_at = business_now() where d.id = ${id} and d.ended_at is null
    returning d.percent::float8, d.amount_minor::float8 as "amountMinor", d.currency,
      (select t.name from tariffs t where t.id = d.tariff_id) as tariff`);
  return row ?? null;
}
