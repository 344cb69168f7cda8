import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Day } from './periods.ts';
import { type SubscriptionRow, selectSubscriptions } from './subscriptions-store.ts';

export interface DueSubscription {
  id: string;
  organizationId: string;
}

export function selectDue(db: Queries, limit: number): Promise<DueSubscription[]> {
  return db.query<DueSubscription>(sql`
    select id, organization_id as "organizationId" from subscriptions
    where next_step_at <= business_now() order by next_step_at, id limit ${limit}`);
}

/**
 * The first step of the organization that was due before the beginning of the day. One that failed and was put off is
 * recognized by the days that are charged.
 */
export async function findDueBefore(
  db: Queries,
  organizationId: string,
  { day, at }: { day: Day; at: string },
): Promise<DueSubscription | null> {
  const [row] = await db.query<DueSubscription>(sql`
    select id, organization_id as "organizationId" from subscriptions
    where organization_id = ${organizationId} and next_step_at is not null
      and ((next_step_at < ${at} and next_step_at <= business_now())
        or (status in ('trial', 'active', 'stopping') and charged_to < ${day}))
    order by next_step_at, id limit 1`);
  return row ?? null;
}

/** Shared, without those that somebody closes or changes now: their turn comes again. */
export async function lockOrganizations(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from organizations where id = any(${ids}::uuid[]) order by id for share skip locked`);
  return new Set(rows.map(({ id }) => id));
}

/** Those that are still due and that no other worker or call has, in the order in which they share money that is short. */
export async function lockDue(tx: Transaction, ids: string[]): Promise<SubscriptionRow[]> {
  const locked = await tx.query<{ id: string }>(sql`
    select id from subscriptions where id = any(${ids}::uuid[]) and next_step_at <= business_now()
    order by id for update skip locked`);
  const lockedIds = locked.map(({ id }) => id);
  const rows = await selectSubscriptions(tx, sql`(select * from subscriptions where id = any(${lockedIds}::uuid[])) s`);
  return rows.sort(byDay);
}

/** What waits longest for its charge first, then the oldest. */
function byDay(one: SubscriptionRow, other: SubscriptionRow): number {
  return one.chargedTo < other.chargedTo || (one.chargedTo === other.chargedTo && one.id < other.id) ? -1 : 1;
}

/** Of those that are still suspended; a row that somebody changes now is left to them. */
export async function lookAgainAt(tx: Transaction, ids: string[], at: string): Promise<void> {
  await tx.query(sql`
    update subscriptions set next_step_at = ${at}
    where id in (select id from subscriptions where id = any(${ids}::uuid[]) and status = 'suspended'
      order by id for update skip locked)`);
}

/** After a failure, so that those behind it have their turn. */
export async function postpone(db: Queries, id: string): Promise<void> {
  await db.query(sql`
    update subscriptions set next_step_at = business_now() + interval '5 minutes'
    where id = ${id} and next_step_at <= business_now()`);
}

/** Subscriptions that wait for money, also for usage, in the order in which they share it. */
export async function selectWaiting(db: Queries, organizationIds: string[]): Promise<SubscriptionRow[]> {
  const rows = await selectSubscriptions(
    db,
    sql`(select * from subscriptions where id in (
      select id from subscriptions
      where organization_id = any(${organizationIds}::uuid[]) and status in ('past_due', 'suspended')
      union
      select subscription_id from subscription_usage
      where organization_id = any(${organizationIds}::uuid[]) and owed_minor > 0)) s`,
  );
  return rows.sort(byDay);
}

/** Those that will be charged if nothing changes. */
export function selectChargeable(db: Queries, organizationIds: string[]): Promise<SubscriptionRow[]> {
  return selectSubscriptions(
    db,
    sql`(select * from subscriptions
      where organization_id = any(${organizationIds}::uuid[]) and status in ('trial', 'active', 'past_due')) s`,
  );
}

/** Of all organizations, by id. */
export async function selectChargeablePage(db: Queries, after: string, limit: number): Promise<SubscriptionRow[]> {
  const rows = await selectSubscriptions(
    db,
    sql`(select * from subscriptions where id > ${after} and status in ('trial', 'active', 'past_due') order by id
      limit ${limit}) s`,
  );
  return rows.reverse();
}

/** All that have not ended, locked until the transaction ends. */
export async function selectRunning(tx: Transaction, organizationId: string): Promise<SubscriptionRow[]> {
  await tx.query(sql`
    select from subscriptions where organization_id = ${organizationId} and status <> 'ended' order by id for update`);
  return selectSubscriptions(
    tx,
    sql`(select * from subscriptions where organization_id = ${organizationId} and status <> 'ended') s`,
  );
}

/** Names of what the organization has paid for, or owes, or may still use. */
export async function selectPaidServices(db: Queries, organizationId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select distinct c.name from subscriptions s
    join tariffs t on t.id = s.tariff_id join services c on c.id = t.service_id
    where s.organization_id = ${organizationId} and (s.status in ('active', 'past_due', 'stopping')
      or s.status in ('paused', 'suspended') and exists (
        select from subscription_usage u where u.subscription_id = s.id and u.next_at is not null))
    order by 1 limit 20`);
  return rows.map(({ name }) => name);
}
