import type { Currency } from '@kazna/contract/shared/money';
import type { SubscriptionStatus } from '@kazna/contract/shared/tariffs';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { isToPeriodEnd, termsOf } from '../catalogue/versions-store.ts';
import { recordMoves } from './moves-store.ts';
import type { SubscriptionState } from './next-step.ts';
import type { Day } from './periods.ts';
import type { Discount } from './price.ts';

/** What can be given back of the days before `chargedTo`. */
interface CoveringLine {
  id: string;
  chargeId: string | null;
  discountId: string | null;
  from: Day;
  to: Day;
  periodMinor: number;
  periodDays: number;
  /** Charged, less what was given back. */
  leftMinor: number;
}

export interface ApplicableDiscount extends Discount {
  tariffId: string | null;
  /** Of an amount, which is taken off prices of its currency alone. */
  currency: Currency | null;
  /** How many more periods of this subscription it is for; null for good. */
  periodsLeft: number | null;
  /** The end of the last period that it was for: what is charged anew up to that day at most has it too. */
  coveredTo: Day | null;
}

export interface SubscriptionRow extends SubscriptionState {
  id: string;
  organizationId: string;
  serviceId: string;
  serviceName: string;
  documentName: string;
  unit: string;
  group: string | null;
  tariffName: string;
  isTariffVisible: boolean;
  pendingTariffName: string | null;
  startedOn: Day;
  endedOn: Day | null;
  /** The fee for connecting of the tariff that is tried, or was; null without a trial and once it was charged. */
  triedFeeMinor: number | null;
  /** It has ended with days of grace that were used and not paid. */
  owesGrace: boolean;
  covering: CoveringLine | null;
  /** Usage that the balance did not suffice for. */
  usageOwedMinor: number;
  /** Whether usage of it may still be charged. */
  hasUsage: boolean;
  /** Newest first. */
  discounts: ApplicableDiscount[];
  createdAt: string;
}

const versionOf = (alias: Sql) =>
  sql`json_build_object('id', ${alias}.id, 'tariffId', ${alias}.tariff_id, 'terms', ${termsOf(alias)})`;

/** Those of ended subscriptions of the service count as well: stopping and connecting again gives no more of them. */
const usedPeriods = (subscriptionId: Sql, serviceId: Sql) => sql`(
  select count(distinct (o.id, l.to_day)) from subscription_lines l
  join subscriptions o on o.id = l.subscription_id join tariffs ot on ot.id = o.tariff_id
  where l.discount_id = d.id and ${isToPeriodEnd}
    and (o.id = ${subscriptionId} or (o.status = 'ended' and ot.service_id = ${serviceId})))`;

const columns = sql`
  s.id, s.organization_id as "organizationId", s.status, s.quantity, s.anchor::text, coalesce(s.terms_from, s.started_on)::text as "termsFrom",
  coalesce(u.owed_minor, 0)::float8 as "usageOwedMinor", u.next_at is not null as "hasUsage", s.started_on::text as "startedOn",
  s.trial_to::text as "trialTo", s.charged_to::text as "chargedTo", s.suspended_on::text as "suspendedOn",
  s.ended_on::text as "endedOn", s.owes_grace as "owesGrace", s.warned_for::text as "warnedFor", s.created_at as "createdAt",
  ${versionOf(sql`v`)} as version, c.id as "serviceId", c.name as "serviceName", c.document_name as "documentName", c.unit,
  c.group_name as "group", t.name as "tariffName", t.is_visible as "isTariffVisible", pt.name as "pendingTariffName",
  case when p.id is not null then json_build_object('changeId', s.pending_change_id, 'version', ${versionOf(sql`p`)},
    'quantity', s.pending_quantity) end as pending,
  coalesce((select json_agg(json_build_object('version', ${versionOf(sql`w`)}, 'runningFrom', w.running_from,
      'on', a.announced_on) order by w.number desc)
    from subscription_announcements a join tariff_versions w on w.id = a.version_id
    where a.subscription_id = s.id and w.tariff_id = s.tariff_id and w.number > v.number), '[]') as announced,
  case when s.charged_to = s.trial_to then coalesce((select f.setup_fee_minor
    from subscription_terms h join tariff_versions f on f.id = h.version_id
    where h.subscription_id = s.id and h.from_day < s.trial_to order by h.from_day desc limit 1),
    v.setup_fee_minor)::float8 end as "triedFeeMinor",
  (select json_build_object('id', l.id, 'chargeId', l.charge_id, 'discountId', l.discount_id, 'from', l.from_day, 'to', l.to_day,
      'periodMinor', l.period_minor, 'periodDays', l.period_days,
      'leftMinor', coalesce((select h.amount_minor - h.refunded_minor from charges h where h.id = l.charge_id), 0))
    from subscription_lines l where l.id = s.covering_line_id) as covering,
  coalesce((select json_agg(json_build_object('id', d.id, 'tariffId', d.tariff_id, 'percent', d.percent,
      'amountMinor', d.amount_minor, 'currency', d.currency,
      'periodsLeft', case when d.periods is not null then greatest(0, d.periods - ${usedPeriods(sql`s.id`, sql`c.id`)}) end,
      'coveredTo', case when d.periods is not null then (select max(l.to_day) from subscription_lines l
        where l.discount_id = d.id and l.subscription_id = s.id and ${isToPeriodEnd}) end) order by d.id desc)
    from discounts d where d.organization_id = s.organization_id and d.ended_at is null), '[]') as discounts`;

const joins = sql`
  join tariff_versions v on v.id = s.version_id
  join tariffs t on t.id = s.tariff_id
  join services c on c.id = t.service_id
  left join tariff_versions p on p.id = s.pending_version_id
  left join tariffs pt on pt.id = p.tariff_id
  left join subscription_usage u on u.subscription_id = s.id`;

/** Of the table's rows as `s`: `from` says which and in which order. */
export function selectSubscriptions(db: Queries, from: Sql): Promise<SubscriptionRow[]> {
  return db.query<SubscriptionRow>(sql`select ${columns} from ${from} ${joins} order by s.id desc`);
}

export async function findSubscription(db: Queries, id: string): Promise<SubscriptionRow | null> {
  const [row] = await selectSubscriptions(db, sql`(select * from subscriptions where id = ${id}) s`);
  return row ?? null;
}

/** Lock order: after the organization, before the ledger. False when another transaction has it, or it does not exist. */
export async function lockSubscription(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(sql`select from subscriptions where id = ${id} for update skip locked`);
  return rows.length > 0;
}

export async function findOrganizationOf(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`select organization_id as id from subscriptions where id = ${id}`);
  return row?.id ?? null;
}

export interface Saved extends SubscriptionRow {
  nextStepAt: string | null;
}

function newValues(rows: Saved[]): Sql {
  const column = <T>(value: (row: Saved) => T) => rows.map(value);
  return sql`select * from unnest(${column(({ id }) => id)}::uuid[], ${column(({ version }) => version.tariffId)}::uuid[],
      ${column(({ version }) => version.id)}::uuid[], ${column(({ quantity }) => quantity)}::int[],
      ${column(({ status }) => status)}::text[], ${column(({ anchor }) => anchor)}::date[],
      ${column(({ chargedTo }) => chargedTo)}::date[], ${column(({ covering }) => covering?.id ?? null)}::uuid[],
      ${column(({ suspendedOn }) => suspendedOn)}::date[], ${column(({ endedOn }) => endedOn)}::date[],
      ${column(({ pending }) => pending?.changeId ?? null)}::uuid[],
      ${column(({ pending }) => pending?.version.id ?? null)}::uuid[],
      ${column(({ pending }) => pending?.quantity ?? null)}::int[], ${column(({ warnedFor }) => warnedFor)}::date[],
      ${column(({ nextStepAt }) => nextStepAt)}::timestamptz[], ${column(({ trialTo }) => trialTo)}::date[],
      ${column(({ owesGrace }) => owesGrace)}::boolean[], ${column(({ termsFrom }) => termsFrom)}::date[])
      as n (id, tariff_id, version_id, quantity, status, anchor, charged_to, covering_line_id, suspended_on, ended_on,
        pending_change_id, pending_version_id, pending_quantity, warned_for, next_step_at, trial_to, owes_grace, terms_from)`;
}

/** Usage is looked at from the first version with meters on. */
const usageClocks = sql`clocks as (
  insert into subscription_usage (subscription_id, organization_id, next_at, looked_to)
  select s.id, s.organization_id, business_now(), t.from_day
  from terms t join subscriptions s on s.id = t.subscription_id join tariff_versions v on v.id = t.version_id
  where v.meters <> '[]'
  on conflict do nothing)`;

/** Writes all that steps and changes touch, of rows that are locked, once their lines are stored. */
export async function saveSubscriptions(tx: Transaction, rows: Saved[]): Promise<void> {
  await tx.query(sql`
    with n as (${newValues(rows)}), terms as (
      insert into subscription_terms (subscription_id, from_day, version_id, anchor)
      select n.id, n.terms_from, n.version_id, n.anchor from n join subscriptions s on s.id = n.id
      where s.version_id <> n.version_id or s.anchor <> n.anchor
      on conflict (subscription_id, from_day) do update set version_id = excluded.version_id, anchor = excluded.anchor
      returning subscription_id, from_day, version_id
    ), ${usageClocks}
    update subscriptions s set tariff_id = n.tariff_id, version_id = n.version_id, quantity = n.quantity, status = n.status,
      anchor = n.anchor, charged_to = n.charged_to, covering_line_id = n.covering_line_id, suspended_on = n.suspended_on,
      ended_on = n.ended_on, pending_change_id = n.pending_change_id, pending_version_id = n.pending_version_id,
      pending_quantity = n.pending_quantity, warned_for = n.warned_for, next_step_at = n.next_step_at,
      trial_to = n.trial_to, owes_grace = n.owes_grace, terms_from = n.terms_from
    from n
    where s.id = n.id`);
  await recordMoves(
    tx,
    rows.map(({ id }) => id),
  );
}

export interface NewSubscription {
  id: string;
  organizationId: string;
  tariffId: string;
  versionId: string;
  quantity: number;
  status: SubscriptionStatus;
  day: Day;
  trialTo: Day | null;
  createdBy: string;
}

/** Nothing is charged yet: `charged_to` is the first day that will be. */
export async function insertSubscription(tx: Transaction, row: NewSubscription): Promise<void> {
  const firstPaid = row.trialTo ?? row.day;
  await tx.query(sql`
    with made as (
      insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on, trial_to,
        charged_to, terms_from, created_by)
      values (${row.id}, ${row.organizationId}, ${row.tariffId}, ${row.versionId}, ${row.quantity}, ${row.status},
        ${firstPaid}, ${row.day}, ${row.trialTo}, ${firstPaid}, ${row.day}, ${row.createdBy})
      returning id, organization_id, version_id, anchor, terms_from
    ), clocks as (
      insert into subscription_usage (subscription_id, organization_id, next_at, looked_to)
      select m.id, m.organization_id, business_now(), m.terms_from
      from made m join tariff_versions v on v.id = m.version_id where v.meters <> '[]'
    )
    insert into subscription_terms (subscription_id, from_day, version_id, anchor)
    select id, terms_from, version_id, anchor from made`);
}

export async function countRunning(db: Queries, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from subscriptions where organization_id = ${organizationId} and status <> 'ended'`);
  return row?.count ?? 0;
}

/** Ended with days of grace that are not paid, or with usage that the balance did not suffice for, ended or not. */
const owing = (organizationId: string) => sql`organization_id = ${organizationId} and (owes_grace or id in (
  select subscription_id from subscription_usage where organization_id = ${organizationId} and owed_minor > 0))`;

/** The class of the advisory locks of organizations that connect something. */
const connectingLock = 3;

/** One after another, so that a trial is given once; what is owed is charged once, also beside a worker. */
export async function lockConnecting(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${connectingLock}, hashtext(${organizationId}::text))`);
  await tx.query(sql`select from subscriptions where ${owing(organizationId)} order by id for update`);
}

export function selectOwing(db: Queries, organizationId: string): Promise<SubscriptionRow[]> {
  return selectSubscriptions(
    db,
    sql`(select * from subscriptions where ${owing(organizationId)} order by id limit 100) s`,
  );
}

export async function markGracePaid(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.query(sql`update subscriptions set owes_grace = false where id = any(${ids}::uuid[])`);
}

/** A trial is given once to an organization for a service, whatever the tariff. */
export async function hadTrial(db: Queries, organizationId: string, serviceId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from subscriptions s join tariffs t on t.id = s.tariff_id
    where s.organization_id = ${organizationId} and t.service_id = ${serviceId} and s.trial_to is not null limit 1`);
  return rows.length > 0;
}
