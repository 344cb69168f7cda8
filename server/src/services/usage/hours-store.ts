import type { Meter } from '@kazna/contract/admin/meters';
import type { UsageStep } from '@kazna/contract/cabinet/usage';
import { fromMillionths } from '@kazna/contract/shared/usage-price';
import type { Queries } from '../../platform/db/database.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';

export interface SumsOf {
  organizationId: string;
  meter: Pick<Meter, 'id' | 'aggregation'>;
  /** Of one subscription; otherwise of all of the organization. */
  subscriptionId?: string | undefined;
  subscriptionIds?: string[];
  from: string;
  to: string;
}

const placeOf = ({ organizationId, meter, subscriptionId, subscriptionIds, from, to }: SumsOf): Sql =>
  allOf(
    sql`organization_id = ${organizationId} and meter_id = ${meter.id} and hour >= ${from} and hour < ${to}`,
    subscriptionId !== undefined && sql`subscription_id = ${subscriptionId}`,
    subscriptionIds && sql`subscription_id = any(${subscriptionIds}::uuid[])`,
  );

/** Different values of a longer time are no sum of those of its hours. */
const source = (asked: SumsOf): { table: Sql; total: Sql; place: Sql } => {
  if (asked.meter.aggregation === 'unique')
    return {
      table: sql`usage_values`,
      total: sql`count(distinct value)`,
      place: sql`${placeOf(asked)} and events > 0`,
    };
  const total = asked.meter.aggregation === 'max' ? sql`max(quantity)` : sql`sum(quantity)`;
  return { table: sql`usage_hours`, total, place: placeOf(asked) };
};

/** Of the whole time, in millionths. */
export async function selectQuantity(db: Queries, asked: SumsOf): Promise<bigint> {
  const { table, total, place } = source(asked);
  const [row] = await db.query<{ quantity: string }>(sql`
    select coalesce(${total}, 0)::numeric(36, 6)::text as quantity from ${table} where ${place}`);
  return millionthsOfColumn(row?.quantity ?? '0.000000');
}

/** Of a text with all six decimals. */
export function millionthsOfColumn(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

export interface Bucket {
  /** The first instant of the hour or day. */
  from: string;
  quantity: string;
}

export async function selectBuckets(db: Queries, asked: SumsOf, by: UsageStep, zone: string): Promise<Bucket[]> {
  const { table, total, place } = source(asked);
  const buckets: Record<UsageStep, Sql> = { hour: sql`hour`, day: sql`date_trunc('day', hour, ${zone}::text)` };
  const rows = await db.query<Bucket>(sql`
    select bucket as "from", (${total})::numeric(36, 6)::text as quantity
    from (select *, ${buckets[by]} as bucket from ${table} where ${place}) s group by bucket order by bucket`);
  return rows.map(({ from, quantity }) => ({ from, quantity: fromMillionths(millionthsOfColumn(quantity)) }));
}
