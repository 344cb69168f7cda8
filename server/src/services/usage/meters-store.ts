import type { Meter, MeterForm } from '@kazna/contract/admin/meters';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { sql } from '../../platform/db/sql.ts';

export const maxMeters = 200;

export function selectMeters(db: Queries): Promise<Meter[]> {
  return db.query<Meter>(sql`
    select id, key, name, unit, aggregation, property from meters order by key limit ${maxMeters}`);
}

/** What customers know the meters of terms by. */
export async function selectMeterNames(
  db: Queries,
  terms: Pick<TariffTerms, 'meters'>[],
): Promise<Pick<Meter, 'key' | 'name' | 'unit'>[]> {
  const keys = [...new Set(terms.flatMap(({ meters }) => meters.map(({ meter }) => meter)))];
  if (keys.length === 0) return [];
  return db.query(sql`select key, name, unit from meters where key = any(${keys}::text[])`);
}

export async function lockMeters(tx: Transaction): Promise<number> {
  await tx.query(sql`lock table meters in share row exclusive mode`);
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count from meters`);
  return row?.count ?? 0;
}

/** Returns false where the key is taken. */
export async function insertMeter(
  tx: Transaction,
  meter: MeterForm & { id: string; createdBy: string },
): Promise<boolean> {
  try {
    await tx.query(sql`
      insert into meters (id, key, name, unit, aggregation, property, created_by)
      values (${meter.id}, ${meter.key}, ${meter.name}, ${meter.unit}, ${meter.aggregation}, ${meter.property ?? null},
        ${meter.createdBy})`);
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'meters_key_key')) return false;
    throw error;
  }
}

export async function updateMeterName(tx: Transaction, id: string, name: string): Promise<Meter | null> {
  const [row] = await tx.query<Meter>(sql`
    update meters set name = ${name} where id = ${id} returning id, key, name, unit, aggregation, property`);
  return row ?? null;
}

export async function selectKeepMonths(db: Queries): Promise<number> {
  const [row] = await db.query<{ keepMonths: number }>(sql`select keep_months as "keepMonths" from usage_settings`);
  return row?.keepMonths as number;
}

export async function updateKeepMonths(tx: Transaction, keepMonths: number): Promise<void> {
  await tx.query(sql`update usage_settings set keep_months = ${keepMonths}`);
}

export async function selectUnknownKeys(db: Queries, keys: string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k (key) where not exists (select from meters m where m.key = k.key)`);
  return rows.map(({ key }) => key);
}
