import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { nilUuid } from '../../platform/db/uuid.ts';

export interface Referrer {
  referrerId: string;
  /** The referrer's personal organization, an open one if there is any. */
  organizationId: string;
  mayEarn: boolean;
}

export async function findReferrer(db: Queries, referredId: string): Promise<Referrer | null> {
  const [row] = await db.query<Referrer>(sql`
    select r.id as "referrerId", o.id as "organizationId", r.status = 'active' and o.status = 'active' as "mayEarn"
    from users u
    join users r on r.id = u.referrer_id
    join memberships m on m.user_id = r.id and m.role = 'owner'
    join organizations o on o.id = m.organization_id and o.kind = 'person'
    where u.id = ${referredId}
    order by o.status = 'closed', o.id limit 1`);
  return row ?? null;
}

export async function findReferrerId(db: Queries, referredId: string): Promise<string | null> {
  const [row] = await db.query<{ referrerId: string | null }>(sql`
    select referrer_id as "referrerId" from users where id = ${referredId}`);
  return row?.referrerId ?? null;
}

export interface NewBonus {
  referredId: string;
  referrerId: string;
  paymentId: string;
  organizationId: string;
  amountMinor: number;
  currency: Currency;
}

/** Returns false when the person's bonus exists already. */
export async function insertBonus(db: Queries, bonus: NewBonus, delayDays: number): Promise<boolean> {
  const { referredId, referrerId, paymentId, organizationId, amountMinor, currency } = bonus;
  const rows = await db.query(sql`
    insert into referral_bonuses
      (referred_id, referrer_id, payment_id, organization_id, amount_minor, currency, due_at)
    values (${referredId}, ${referrerId}, ${paymentId}, ${organizationId}, ${amountMinor}, ${currency},
      business_now() + make_interval(days => ${delayDays}))
    on conflict do nothing returning payment_id`);
  return rows.length > 0;
}

export interface DueBonus {
  paymentId: string;
  referrerId: string;
  organizationId: string;
  /** In full precision: a page begins after it. */
  dueAt: string;
}

/** The delay is over, no refund is pending and the referrer is active. In the order in which they became due. */
export function selectDueBonuses(db: Queries, after: DueBonus | undefined, limit: number): Promise<DueBonus[]> {
  const { dueAt = '-infinity', paymentId = nilUuid } = after ?? {};
  return db.query<DueBonus>(sql`
    select b.payment_id as "paymentId", b.referrer_id as "referrerId", o.id as "organizationId",
      b.due_at::text as "dueAt"
    from referral_bonuses b
    join users r on r.id = b.referrer_id and r.status = 'active'
    cross join lateral (
      select o.id from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = r.id and m.role = 'owner' and o.kind = 'person' and o.status = 'active'
      order by o.id limit 1
    ) o
    where b.credited_at is null and b.due_at <= business_now() and b.amount_minor > b.taken_back_minor
      and not exists (select from refunds f where f.payment_id = b.payment_id and f.status = 'pending')
      and (b.due_at, b.payment_id) > (${dueAt}::timestamptz, ${paymentId}::uuid)
    order by b.due_at, b.payment_id limit ${limit}`);
}

/** Null when it was credited before or nothing is left. */
export async function lockDueBonus(
  tx: Transaction,
  paymentId: string,
): Promise<{ currency: Currency; leftMinor: number } | null> {
  const [row] = await tx.query<{ currency: Currency; leftMinor: number }>(sql`
    select currency, (amount_minor - taken_back_minor)::float8 as "leftMinor" from referral_bonuses
    where payment_id = ${paymentId} and credited_at is null and amount_minor > taken_back_minor for update`);
  return row ?? null;
}

export async function markCredited(db: Queries, paymentId: string, organizationId: string): Promise<void> {
  await db.query(sql`
    update referral_bonuses set credited_at = business_now(), organization_id = ${organizationId} where payment_id = ${paymentId}`);
}

/** Settles the referrer's debts, oldest first, up to the given amount. Returns the amount settled. */
export async function settleDebts(
  tx: Transaction,
  referrerId: string,
  currency: Currency,
  mostMinor: number,
): Promise<number> {
  const [row] = await tx.query<{ settledMinor: number }>(sql`
    with debts as (
      select payment_id, owed_minor from referral_bonuses
      where referrer_id = ${referrerId} and currency = ${currency} and owed_minor > 0 order by payment_id for update
    ), parts as (
      select payment_id, greatest(0, least(owed_minor,
        ${mostMinor}::bigint - (sum(owed_minor) over (order by payment_id) - owed_minor))) as part
      from debts
    ), settled as (
      update referral_bonuses b set owed_minor = b.owed_minor - p.part
      from parts p where p.payment_id = b.payment_id and p.part > 0 returning p.part
    )
    select coalesce(sum(part), 0)::float8 as "settledMinor" from settled`);
  return row?.settledMinor ?? 0;
}

export interface Bonus {
  referrerId: string;
  organizationId: string;
  amountMinor: number;
  takenBackMinor: number;
  currency: Currency;
  isCredited: boolean;
}

export async function lockBonus(tx: Transaction, paymentId: string): Promise<Bonus | null> {
  const [row] = await tx.query<Bonus>(sql`
    select referrer_id as "referrerId", organization_id as "organizationId", amount_minor::float8 as "amountMinor",
      taken_back_minor::float8 as "takenBackMinor", currency, credited_at is not null as "isCredited"
    from referral_bonuses where payment_id = ${paymentId} for update`);
  return row ?? null;
}

export async function recordTakenBack(
  db: Queries,
  paymentId: string,
  { takenBackMinor, owedMinor }: { takenBackMinor: number; owedMinor: number },
): Promise<void> {
  await db.query(sql`
    update referral_bonuses set taken_back_minor = taken_back_minor + ${takenBackMinor},
      owed_minor = owed_minor + ${owedMinor}
    where payment_id = ${paymentId}`);
}

export async function getReferralCounts(db: Queries, userId: string): Promise<{ invited: number; paid: number }> {
  const [row] = await db.query<{ invited: number; paid: number }>(sql`
    select count(*)::int as invited, count(b.referred_id)::int as paid
    from users u left join referral_bonuses b on b.referred_id = u.id
    where u.referrer_id = ${userId} and u.email_verified_at is not null`);
  return row as { invited: number; paid: number };
}

export interface EarnedRow {
  currency: Currency;
  amountMinor: number;
}

export function selectBonuses(
  db: Queries,
  userId: string,
  { isCredited }: { isCredited: boolean },
): Promise<EarnedRow[]> {
  return db.query(sql`
    select currency, sum(amount_minor - taken_back_minor)::float8 as "amountMinor" from referral_bonuses
    where referrer_id = ${userId} and amount_minor > taken_back_minor and (credited_at is not null) = ${isCredited}
    group by currency order by currency`);
}
