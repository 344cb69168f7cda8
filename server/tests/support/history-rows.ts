import { jobActors } from '../../src/audit/actions-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { Problem } from '../../src/platform/http/problem.ts';
import { insertVersion } from '../../src/services/catalogue/catalogue-store.ts';
import type { ModelTariff } from './agreed-terms.ts';
import type { Line } from './discount-model.ts';
import { addDays, type Day } from './subscription-calendar.ts';

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

/** With what is left of it. */
export async function findLastCharge(db: Database, subscriptionId: string) {
  const [row] = await db.query<{ id: string; left: number }>(sql`
    select c.id, (c.amount_minor - c.refunded_minor)::int as left from subscription_lines l
    join charges c on c.id = l.charge_id where l.subscription_id = ${subscriptionId} order by l.id desc limit 1`);
  return row;
}

export const newestOf = ({ versions }: ModelTariff) => versions.at(-1) as ModelTariff['versions'][0];

/** For new subscriptions from today on, and for running ones later, also before an earlier version or too soon. */
export async function announcePrice(db: Database, tariff: ModelTariff, amount: number, today: Day): Promise<void> {
  const { number, terms: old } = newestOf(tariff);
  const terms = { ...old, priceMinor: amount };
  const days = { createdOn: today, runningFrom: amount % 7 === 0 ? null : addDays(today, 5 + (amount % 40)) };
  const version = { id: uuidv7(), number: number + 1, terms, ...days };
  const stored = { ...version, tariffId: tariff.id, from: today, createdBy: jobActors.subscriptions };
  await db.transaction((tx) => insertVersion(tx, stored));
  tariff.versions.push(version);
}

/** What is refused changes nothing, which the checks find. */
export function ignoreProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
