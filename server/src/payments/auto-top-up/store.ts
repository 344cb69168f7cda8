import type { AutoTopUpAttempt, AutoTopUpForm } from '@kazna/contract/cabinet/auto-top-up';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { moscowToday, startOfDay } from '../../platform/db/moscow-day.ts';
import { sql } from '../../platform/db/sql.ts';
import { deleteNeed } from './needs-store.ts';

export interface RuleRow {
  organizationId: string;
  currency: Currency;
  thresholdMinor: number;
  targetMinor: number;
  monthlyCapMinor: number;
  paymentMethodId: string | null;
  status: 'active' | 'paused';
  reason: string | null;
  declines: number;
  nextAttemptAt: string;
  isDue: boolean;
  /** The saver of the card has agreed to these terms. */
  isConsented: boolean;
}

const columns = sql`
  r.organization_id as "organizationId", r.currency, r.threshold_minor::float8 as "thresholdMinor",
  r.target_minor::float8 as "targetMinor", r.monthly_cap_minor::float8 as "monthlyCapMinor",
  r.payment_method_id as "paymentMethodId", r.status, r.reason, r.declines, r.next_attempt_at as "nextAttemptAt",
  r.next_attempt_at <= business_now() as "isDue", r.consented_at is not null as "isConsented"`;

const isUnderWay = sql`exists (
  select from payments p where p.organization_id = r.organization_id and p.is_automatic and p.status = 'pending')`;

const thisMonth = sql`date_trunc('month', ${moscowToday}::timestamp)`;
const monthStart = startOfDay(thisMonth);
const nextMonthStart = startOfDay(sql`(${thisMonth} + interval '1 month')`);

export async function findRule(db: Queries, organizationId: string): Promise<RuleRow | null> {
  const [row] = await db.query<RuleRow>(sql`
    select ${columns} from auto_top_ups r where r.organization_id = ${organizationId}`);
  return row ?? null;
}

export async function hasCardWithoutRule(db: Queries, organizationId: string): Promise<boolean> {
  const [row] = await db.query<{ isSo: boolean }>(sql`
    select exists (select from payment_methods m where m.organization_id = ${organizationId} and m.status = 'active')
      and not exists (select from auto_top_ups r where r.organization_id = ${organizationId}) as "isSo"`);
  return row?.isSo ?? false;
}

export async function lockRule(tx: Transaction, organizationId: string): Promise<RuleRow | null> {
  const [row] = await tx.query<RuleRow>(sql`
    select ${columns} from auto_top_ups r where r.organization_id = ${organizationId} for update of r`);
  return row ?? null;
}

export async function selectRulesOfCard(db: Queries, paymentMethodId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select organization_id as id from auto_top_ups where payment_method_id = ${paymentMethodId}`);
  return rows.map(({ id }) => id);
}

/** Below their threshold, or with a charge ahead that the balance does not cover. */
export async function selectDue(db: Queries, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select r.organization_id as id from (
      select b.organization_id from ledger_accounts a
      join auto_top_ups b on b.organization_id = a.organization_id and b.currency = a.currency
      where a.is_below_top_up and a.kind = 'organization'
      union select n.organization_id from auto_top_up_needs n
    ) due join auto_top_ups r on r.organization_id = due.organization_id
    where r.status = 'active' and r.next_attempt_at <= business_now()
      and r.organization_id > ${after} and not ${isUnderWay}
    order by r.organization_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Null where another worker has it, where it waits or is paused, or while an attempt is under way. Locking it moves
 * `next_attempt_at`, so a worker that waited for nothing but a stale snapshot does not pass either.
 */
export async function lockDueRule(tx: Transaction, organizationId: string): Promise<RuleRow | null> {
  const [row] = await tx.query<RuleRow>(sql`
    select ${columns} from auto_top_ups r
    where r.organization_id = ${organizationId} and r.status = 'active' and r.next_attempt_at <= business_now()
      and not ${isUnderWay}
    for update of r skip locked`);
  return row ?? null;
}

/** Nothing is charged for an organization that is suspended or closed. */
export async function lockActiveOrganization(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(sql`select from organizations where id = ${id} and status = 'active' for share`);
  return rows.length > 0;
}

export interface Past {
  spentMinor: number;
  attemptsInDay: number;
  /** Charges of saved cards, and pages opened a moment ago. */
  pendingMinor: number;
}

/**
 * An abandoned page must not keep the rule from working for the hour that it lives: it counts while its payer may be at
 * the bank's page. A charge whose outcome stays unknown pauses the rule, which is resumed by hand.
 */
export async function selectPast(db: Queries, organizationId: string, currency: Currency): Promise<Past> {
  const [row] = await db.query<Past>(sql`
    select
      (select coalesce(sum(p.amount_minor), 0)::float8 from payments p
        where p.organization_id = ${organizationId} and p.is_automatic and p.currency = ${currency}
          and p.created_at >= ${monthStart} and p.status in ('pending', 'succeeded', 'review')) as "spentMinor",
      (select count(*)::int from payments p
        where p.organization_id = ${organizationId} and p.is_automatic
          and p.created_at > business_now() - interval '24 hours') as "attemptsInDay",
      (select coalesce(sum(p.amount_minor), 0)::float8 from payments p
        where p.organization_id = ${organizationId} and p.currency = ${currency} and p.status = 'pending'
          and (p.payment_method_id is not null or p.created_at > business_now() - interval '15 minutes')) as "pendingMinor"`);
  return row as Past;
}

export async function upsertRule(
  tx: Transaction,
  organizationId: string,
  { thresholdMinor, targetMinor, monthlyCapMinor, currency, paymentMethodId }: AutoTopUpForm,
  { setBy, isConsented }: { setBy: string; isConsented: boolean },
): Promise<void> {
  const [status, reason] = isConsented ? ['active', null] : ['paused', 'awaits_saver'];
  const consentedAt = isConsented ? sql`business_now()` : sql`null`;
  await tx.query(sql`
    insert into auto_top_ups (organization_id, currency, threshold_minor, target_minor, monthly_cap_minor,
      payment_method_id, set_by, status, reason, consented_at)
    values (${organizationId}, ${currency}, ${thresholdMinor}, ${targetMinor}, ${monthlyCapMinor}, ${paymentMethodId},
      ${setBy}, ${status}, ${reason}, ${consentedAt})
    on conflict (organization_id) do update set currency = excluded.currency, threshold_minor = excluded.threshold_minor,
      target_minor = excluded.target_minor, monthly_cap_minor = excluded.monthly_cap_minor,
      payment_method_id = excluded.payment_method_id, set_by = excluded.set_by, status = excluded.status,
      reason = excluded.reason, consented_at = excluded.consented_at, declines = 0, next_attempt_at = business_now(), updated_at = business_now()`);
}

export async function deleteRule(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`delete from auto_top_ups where organization_id = ${organizationId}`);
  await deleteNeed(tx, organizationId);
}

/** Nothing is charged for as long, unless the outcome of an attempt says otherwise. */
export async function postpone(tx: Transaction, organizationId: string, seconds: number): Promise<void> {
  await tx.query(sql`
    update auto_top_ups set next_attempt_at = business_now() + make_interval(secs => ${seconds})
    where organization_id = ${organizationId}`);
}

export async function setSucceeded(tx: Transaction, organizationId: string, cooldownSeconds: number): Promise<void> {
  await tx.query(sql`
    update auto_top_ups set declines = 0, reason = null, next_attempt_at = business_now() + make_interval(secs => ${cooldownSeconds}),
      status = case when status = 'paused' and reason = 'outcome_unknown' and payment_method_id is not null
          and consented_at is not null then 'active' else status end
    where organization_id = ${organizationId}`);
}

/** Returns when the next attempt may be made. */
export async function setDeclined(
  tx: Transaction,
  organizationId: string,
  { reason, afterSeconds }: { reason: string | null; afterSeconds: number },
): Promise<string> {
  const [row] = await tx.query<{ at: string }>(sql`
    update auto_top_ups set declines = declines + 1, reason = ${reason},
      next_attempt_at = business_now() + make_interval(secs => ${afterSeconds})
    where organization_id = ${organizationId} returning next_attempt_at as at`);
  return row?.at as string;
}

/** The rule goes on by itself: with the month, or when the oldest attempt is a day old. */
export async function setWaiting(
  tx: Transaction,
  organizationId: string,
  reason: 'monthly_cap' | 'daily_limit',
): Promise<string> {
  const oldest = sql`coalesce((
    select min(p.created_at) from payments p where p.organization_id = ${organizationId} and p.is_automatic
      and p.created_at > business_now() - interval '24 hours'), business_now()) + interval '24 hours'`;
  const [row] = await tx.query<{ at: string }>(sql`
    update auto_top_ups set reason = ${reason},
      next_attempt_at = ${reason === 'monthly_cap' ? nextMonthStart : oldest}
    where organization_id = ${organizationId} returning next_attempt_at as at`);
  return row?.at as string;
}

export async function setPaused(
  tx: Transaction,
  organizationId: string,
  { reason, hasCard }: { reason: string | null; hasCard: boolean },
): Promise<void> {
  await tx.query(sql`
    update auto_top_ups set status = 'paused', reason = ${reason}, declines = declines + 1,
      payment_method_id = case when ${hasCard} then payment_method_id end
    where organization_id = ${organizationId}`);
}

export function selectAttempts(db: Queries, organizationId: string): Promise<AutoTopUpAttempt[]> {
  return db.query<AutoTopUpAttempt>(sql`
    select p.id as "paymentId", p.amount_minor::float8 as "amountMinor", p.currency, m.card_last4 as card, p.status,
      p.reason, p.created_at as "createdAt"
    from payments p left join payment_methods m on m.id = p.payment_method_id
    where p.organization_id = ${organizationId} and p.is_automatic
    order by p.created_at desc, p.id desc limit 20`);
}
