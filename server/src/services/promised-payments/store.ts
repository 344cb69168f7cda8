import type { PromisedPaymentRules } from '@kazna/contract/admin/subscriptions';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Day } from '../subscriptions/periods.ts';

const rules = sql`
  select is_allowed as "isAllowed", max_minor::float8 as "maxMinor", days, every_days as "everyDays"
  from promised_payment_rules`;

export async function selectRules(db: Queries): Promise<PromisedPaymentRules> {
  const [row] = await db.query<PromisedPaymentRules>(rules);
  return row as PromisedPaymentRules;
}

/** So that rules and what is taken by them do not change at once. */
export async function lockRulesShared(tx: Transaction): Promise<PromisedPaymentRules> {
  const [row] = await tx.query<PromisedPaymentRules>(sql`${rules} for share`);
  return row as PromisedPaymentRules;
}

export async function updateRules(tx: Transaction, next: PromisedPaymentRules): Promise<void> {
  await tx.query(sql`
    update promised_payment_rules set is_allowed = ${next.isAllowed}, max_minor = ${next.maxMinor}, days = ${next.days},
      every_days = ${next.everyDays}`);
}

export interface PromiseRow {
  id: string;
  organizationId: string;
  currency: Currency;
  amountMinor: number;
  until: Day;
  status: 'active' | 'paid' | 'unpaid';
  takenAt: string;
}

const columns = sql`id, organization_id as "organizationId", currency, amount_minor::float8 as "amountMinor", until::text,
  status, taken_at as "takenAt"`;

export async function findLastPromise(db: Queries, organizationId: string): Promise<PromiseRow | null> {
  const [row] = await db.query<PromiseRow>(sql`
    select ${columns} from promised_payments where organization_id = ${organizationId} order by id desc limit 1`);
  return row ?? null;
}

/** The newest first. */
export function selectPromises(db: Queries, organizationId: string, limit: number): Promise<PromiseRow[]> {
  return db.query<PromiseRow>(sql`
    select ${columns} from promised_payments where organization_id = ${organizationId} order by id desc limit ${limit}`);
}

/** False where another is active: a call at the same time waits for the first. */
export async function insertPromise(
  tx: Transaction,
  row: Omit<PromiseRow, 'status' | 'takenAt'> & { takenBy: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into promised_payments (id, organization_id, currency, amount_minor, until, taken_by)
    values (${row.id}, ${row.organizationId}, ${row.currency}, ${row.amountMinor}, ${row.until}, ${row.takenBy})
    on conflict (organization_id) where status = 'active' do nothing returning id`);
  return rows.length > 0;
}

/** The day of `until` is the last one. */
export function selectEnding(db: Queries, today: Day, after: string, limit: number): Promise<PromiseRow[]> {
  return db.query<PromiseRow>(sql`
    select ${columns} from promised_payments
    where status = 'active' and until < ${today}::date and id > ${after} order by id limit ${limit}`);
}

/** Those whose last day is today or tomorrow, once a day; not those that were taken today. */
export function selectSoonEnding(
  db: Queries,
  { today, tomorrow, takenBefore }: { today: Day; tomorrow: Day; takenBefore: string },
  after: string,
  limit: number,
): Promise<PromiseRow[]> {
  return db.query<PromiseRow>(sql`
    select ${columns} from promised_payments
    where status = 'active' and until between ${today}::date and ${tomorrow}::date
      and looked_on is distinct from ${today}::date and taken_at < ${takenBefore}::timestamptz
      and id > ${after} order by id limit ${limit}`);
}

export async function markLookedAt(tx: Transaction, id: string, today: Day): Promise<void> {
  await tx.query(sql`update promised_payments set looked_on = ${today}::date where id = ${id}`);
}

export function selectUnpaid(db: Queries, after: string, limit: number): Promise<PromiseRow[]> {
  return db.query<PromiseRow>(sql`
    select ${columns} from promised_payments where status = 'unpaid' and id > ${after} order by id limit ${limit}`);
}

/** False where another worker has it, or it has another status by now. */
export async function lockPromise(tx: Transaction, id: string, status: PromiseRow['status']): Promise<boolean> {
  const rows = await tx.query(sql`
    select from promised_payments where id = ${id} and status = ${status} for update skip locked`);
  return rows.length > 0;
}

export async function markEnded(tx: Transaction, id: string, status: 'paid' | 'unpaid'): Promise<void> {
  await tx.query(sql`update promised_payments set status = ${status}, ended_at = business_now() where id = ${id}`);
}
