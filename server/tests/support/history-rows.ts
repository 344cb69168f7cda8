import type { Database } from '../../src/platform/db/database.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { Line } from './discount-model.ts';

/** Oldest first. */
export function selectHistory(db: Database, subscriptionId: string): Promise<Line[]> {
  return db.query<Line>(sql`
    select kind, from_day::text as "from", to_day::text as "to", version_id as "versionId", quantity,
      period_minor::float8 as "periodMinor", period_days as "periodDays", amount_minor::float8 as "amountMinor",
      charge_id as "chargeId", discount_id as "discountId"
    from subscription_lines where subscription_id = ${subscriptionId} order by id`);
}

export async function insertPerson(db: Database): Promise<string> {
  const id = uuidv7();
  await db.queryText(
    `insert into users (id, email, name, password_hash, referral_code, email_verified_at)
     values ($1, $2, 'Мария', 'none', $3, now())`,
    [id, `${id}@example.ru`, id.slice(-8)],
  );
  return id;
}

export async function countEnded(db: Database, organizationIds: string[]): Promise<number> {
  const rows = await db.query<{ ended: number }>(sql`
    select count(*)::int as ended from subscriptions
    where organization_id = any(${organizationIds}::uuid[]) and status = 'ended'`);
  return rows[0]?.ended ?? 0;
}

/** Whether a promised payment has ended without being paid. */
export async function hasBrokenPromise(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from promised_payments where organization_id = ${organizationId} and status = 'unpaid'`);
  return rows.length > 0;
}
