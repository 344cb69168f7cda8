import type { DayRange } from '@kazna/contract/shared/tariffs';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { termsOf } from '../catalogue/versions-store.ts';
import type { Version } from '../subscriptions/next-step.ts';
import type { Day } from '../subscriptions/periods.ts';
import { millionthsOfColumn } from './hours-store.ts';

/** A version by the day from which it is in force. */
export interface TermsInForce {
  from: Day;
  anchor: Day;
  version: Version;
}

const versionOfTerms = sql`json_build_object('id', v.id, 'tariffId', v.tariff_id, 'terms', ${termsOf(sql`v`)})`;

export function selectHistory(db: Queries, subscriptionId: string): Promise<TermsInForce[]> {
  return db.query<TermsInForce>(sql`
    select h.from_day::text as "from", h.anchor::text, ${versionOfTerms} as version
    from subscription_terms h join tariff_versions v on v.id = h.version_id
    where h.subscription_id = ${subscriptionId} order by h.from_day`);
}

interface EarlierSubscription {
  id: string;
  startedOn: Day;
  trialTo: Day | null;
  endedOn: Day;
  history: TermsInForce[];
}

/** No period is longer; who stops more often than this within one is not followed further. */
const [maxPeriodDays, maxEarlier] = [400, 50];

/** The last subscriptions of the same service that ended by the day. */
export function selectEarlier(
  db: Queries,
  { organizationId, serviceId, id, endedBy }: { organizationId: string; serviceId: string; id: string; endedBy: Day },
): Promise<EarlierSubscription[]> {
  return db.query<EarlierSubscription>(sql`
    select s.id, s.started_on::text as "startedOn", s.trial_to::text as "trialTo", s.ended_on::text as "endedOn", (
      select json_agg(json_build_object('from', h.from_day, 'anchor', h.anchor, 'version', ${versionOfTerms})
        order by h.from_day)
      from subscription_terms h join tariff_versions v on v.id = h.version_id where h.subscription_id = s.id) as history
    from subscriptions s join tariffs t on t.id = s.tariff_id
    where s.organization_id = ${organizationId} and s.status = 'ended' and s.id < ${id} and t.service_id = ${serviceId}
      and s.ended_on between ${endedBy}::date - ${maxPeriodDays}::int and ${endedBy}::date
      and exists (select from subscription_usage u where u.subscription_id = s.id)
    order by s.id desc limit ${maxEarlier}`);
}

/** Days that a fee was charged for, or given back of. */
export interface FeeDays extends DayRange {
  isCredit: boolean;
}

/** Charges and give-backs for days that end after the given one. */
export function selectFees(db: Queries, subscriptionId: string, after: Day): Promise<FeeDays[]> {
  return db.query<FeeDays>(sql`
    select from_day::text as "from", to_day::text as "to", kind = 'credit' as "isCredit" from subscription_lines
    where subscription_id = ${subscriptionId} and to_day > ${after}::date
      and kind in ('period', 'change', 'resume', 'grace', 'credit')`);
}

export interface DueUsage {
  id: string;
  organizationId: string;
}

export function selectDueUsage(db: Queries, limit: number): Promise<DueUsage[]> {
  return db.query<DueUsage>(sql`
    select subscription_id as id, organization_id as "organizationId" from subscription_usage
    where next_at <= business_now() order by next_at limit ${limit}`);
}

/** Organizations that have used something lately, by id. */
export function selectUsing(db: Queries, after: string, limit: number): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(sql`
    select distinct u.organization_id as id from subscription_usage u
    where u.next_at is not null and u.organization_id > ${after} and exists (
      select from meters m where exists (
        select from usage_hours h
        where h.organization_id = u.organization_id and h.meter_id = m.id and h.subscription_id = u.subscription_id
          and h.hour >= business_now() - interval '3 hours'))
    order by 1 limit ${limit}`);
}

export interface UsageClock {
  /** The first day that was not over when usage was charged last. */
  billedTo: Day;
  owedMinor: number;
  owedSince: Day | null;
  isDue: boolean;
}

/** Lock order: after the subscription. */
export async function lockClock(tx: Transaction, subscriptionId: string): Promise<UsageClock | null> {
  const [row] = await tx.query<UsageClock>(sql`
    select looked_to::text as "billedTo", owed_minor::float8 as "owedMinor", owed_since::text as "owedSince",
      coalesce(next_at <= business_now(), false) as "isDue"
    from subscription_usage where subscription_id = ${subscriptionId} for update`);
  return row ?? null;
}

export async function findBilledTo(db: Queries, subscriptionId: string): Promise<Day | null> {
  const [row] = await db.query<{ billedTo: Day }>(sql`
    select looked_to::text as "billedTo" from subscription_usage where subscription_id = ${subscriptionId}`);
  return row?.billedTo ?? null;
}

/** Null as `nextAt` once nothing can come any more. */
export async function updateClock(
  tx: Transaction,
  subscriptionId: string,
  { billedTo, nextAt, owedMinor, owedSince }: Omit<UsageClock, 'isDue'> & { nextAt: string | null },
): Promise<void> {
  await tx.query(sql`
    update subscription_usage set looked_to = ${billedTo}, next_at = ${nextAt}, owed_minor = ${owedMinor},
      owed_since = ${owedSince}
    where subscription_id = ${subscriptionId}`);
}

/** After a failure, so that those behind it have their turn. */
export async function postponeUsage(db: Queries, subscriptionId: string): Promise<void> {
  await db.query(sql`
    update subscription_usage set next_at = business_now() + interval '5 minutes'
    where subscription_id = ${subscriptionId} and next_at <= business_now()`);
}

export interface UsageBill {
  meterId: string;
  partFrom: Day;
  number: number;
  quantity: bigint;
  amountMinor: number;
}

export async function selectBills(db: Queries, subscriptionId: string): Promise<UsageBill[]> {
  const rows = await db.query<Omit<UsageBill, 'quantity'> & { quantity: string }>(sql`
    select meter_id as "meterId", part_from::text as "partFrom", number, quantity::text, amount_minor::float8 as "amountMinor"
    from usage_bills where subscription_id = ${subscriptionId} order by part_from desc limit 1000`);
  return rows.map((row) => ({ ...row, quantity: millionthsOfColumn(row.quantity) }));
}

export async function saveBills(
  tx: Transaction,
  subscriptionId: string,
  bills: (Omit<UsageBill, 'quantity'> & { quantity: string })[],
): Promise<void> {
  if (bills.length === 0) return;
  await tx.query(sql`
    insert into usage_bills (subscription_id, meter_id, part_from, number, quantity, amount_minor)
    select ${subscriptionId}, * from unnest(${bills.map(({ meterId }) => meterId)}::uuid[],
      ${bills.map(({ partFrom }) => partFrom)}::date[], ${bills.map(({ number }) => number)}::int[],
      ${bills.map(({ quantity }) => quantity)}::numeric[], ${bills.map(({ amountMinor }) => amountMinor)}::bigint[])
    on conflict (subscription_id, meter_id, part_from) do update
      set number = excluded.number, quantity = excluded.quantity, amount_minor = excluded.amount_minor`);
}

export interface PaidUsage {
  chargeId: string;
  leftMinor: number;
}

/** Charges of a part that can be given back, newest first. */
export function selectPaidUsage(
  tx: Transaction,
  { subscriptionId, meterId, partFrom }: { subscriptionId: string; meterId: string; partFrom: Day },
): Promise<PaidUsage[]> {
  return tx.query<PaidUsage>(sql`
    select c.id as "chargeId", (c.amount_minor - c.refunded_minor)::float8 as "leftMinor"
    from subscription_lines l join charges c on c.id = l.charge_id
    where l.subscription_id = ${subscriptionId} and l.meter_id = ${meterId} and l.part_from = ${partFrom}
      and l.kind = 'usage' and c.amount_minor > c.refunded_minor
    order by l.part_number desc`);
}
