import type { Currency } from '@kazna/contract/money';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';

export interface Referrer {
  referrerId: string;
  /** Their personal one, where bonuses go: an open one if they have any. */
  organizationId: string;
  mayEarn: boolean;
}

/** Who brought the person and where their bonus goes; null when nobody did. */
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

/** Whoever brought the person, whether they have a personal organization or not. */
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

/** False when the person's bonus was given before. */
export async function insertBonus(db: Queries, bonus: NewBonus): Promise<boolean> {
  const { referredId, referrerId, paymentId, organizationId, amountMinor, currency } = bonus;
  const rows = await db.query(sql`
    insert into referral_bonuses (referred_id, referrer_id, payment_id, organization_id, amount_minor, currency)
    values (${referredId}, ${referrerId}, ${paymentId}, ${organizationId}, ${amountMinor}, ${currency})
    on conflict do nothing returning payment_id`);
  return rows.length > 0;
}

/** The bonus that the payment earned, marked as taken back; null when there is none to take. */
export async function markTakenBack(db: Queries, paymentId: string): Promise<Omit<NewBonus, 'paymentId'> | null> {
  const [row] = await db.query<Omit<NewBonus, 'paymentId'>>(sql`
    update referral_bonuses set taken_back_at = now() where payment_id = ${paymentId} and taken_back_at is null
    returning referred_id as "referredId", referrer_id as "referrerId", organization_id as "organizationId",
      amount_minor::float8 as "amountMinor", currency`);
  return row ?? null;
}

export async function getReferralCounts(db: Queries, userId: string): Promise<{ invited: number; paid: number }> {
  const [row] = await db.query<{ invited: number; paid: number }>(sql`
    select count(*)::int as invited, count(b.referred_id)::int as paid
    from users u left join referral_bonuses b on b.referred_id = u.id
    where u.referrer_id = ${userId} and u.email_verified_at is not null`);
  return row as { invited: number; paid: number };
}

export function selectEarned(db: Queries, userId: string): Promise<{ currency: Currency; amountMinor: number }[]> {
  return db.query(sql`
    select currency, sum(amount_minor)::float8 as "amountMinor" from referral_bonuses
    where referrer_id = ${userId} and taken_back_at is null and amount_minor > 0 group by currency order by currency`);
}
