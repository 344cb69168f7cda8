import type { Profile } from '@kazna/contract/cabinet/profile';
import { unreadCountOf } from '../../notifications/reads.ts';
import { directory, isOpen } from '../../organizations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

export type ProfileRow = Omit<Profile, 'activeOrganizationId' | 'pendingConsents'> & {
  consents: string[];
};

export async function selectProfile(db: Queries, userId: string): Promise<ProfileRow> {
  const [row] = await db.query<ProfileRow>(profileOf(sql`${userId}`));
  return row as ProfileRow;
}

function profileOf(userId: Sql): Sql {
  return sql`
    select u.id, u.email, u.name, u.phone, u.timezone, u.totp_confirmed_at is not null as "hasSecondFactor",
      (select t.email from letter_tokens t
        where t.user_id = u.id and t.purpose = 'change_email' and t.used_at is null and t.expires_at > now()
        order by t.created_at desc limit 1) as "pendingEmail",
      u.operator_role as "operatorRole", u.referral_code as "referralCode",
      u.created_at as "createdAt", ${unreadCountOf(directory, userId)} as "unreadNotifications",
      coalesce((
        select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', m.role,
          'hasBank', o.bank_account is not null)
          order by m.created_at, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id and ${isOpen}
      ), '[]') as memberships,
      array(select c.document || ' ' || c.version from consents c where c.user_id = u.id) as consents
    from users u where u.id = ${userId}`;
}

export const profileOfCaller = profileOf(sql`caller.user_id`);

export function selectConsents(db: Queries, userId: string): Promise<object[]> {
  return db.query(sql`
    select document, version, host(address) as address, accepted_at as "acceptedAt"
    from consents where user_id = ${userId} order by id`);
}

export function selectSessions(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select device, host(address) as address, created_at as "createdAt", last_used_at as "lastUsedAt",
      ended_at as "endedAt"
    from sessions where user_id = ${userId} order by id desc limit ${limit}`);
}

export function selectInvitationsTo(db: Queries, email: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select o.name as "organizationName", i.role, i.status, i.created_at as "createdAt", i.answered_at as "answeredAt"
    from invitations i join organizations o on o.id = i.organization_id
    where i.email = ${email} order by i.id desc limit ${limit}`);
}

export function selectInvitationsBy(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select o.name as "organizationName", i.email, i.role, i.status, i.created_at as "createdAt",
      i.answered_at as "answeredAt"
    from invitations i join organizations o on o.id = i.organization_id
    where i.invited_by = ${userId} order by i.id desc limit ${limit}`);
}

export function selectActions(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select a.action, o.name as "organizationName", a.details, host(a.address) as address, a.created_at as "createdAt"
    from audit_log a left join organizations o on o.id = a.organization_id
    where a.actor_id = ${userId} order by a.id desc limit ${limit}`);
}

/** Cards that the person saved, by their masks. The provider's id is a means of charging: it is left out. */
export function selectCards(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select o.name as "organizationName", m.card_type as brand, m.card_last4 as last4, m.expiry_month as "expiryMonth",
      m.expiry_year as "expiryYear", m.status, m.saved_at as "savedAt"
    from payment_methods m join organizations o on o.id = m.organization_id
    where m.saved_by = ${userId} and m.saved_at is not null order by m.id desc limit ${limit}`);
}

export function selectAutoTopUps(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select o.name as "organizationName", r.currency, r.threshold_minor::float8 as "thresholdMinor",
      r.target_minor::float8 as "targetMinor", r.monthly_cap_minor::float8 as "monthlyCapMinor", r.status, r.reason,
      r.updated_at as "updatedAt"
    from auto_top_ups r join organizations o on o.id = r.organization_id
    where r.set_by = ${userId} order by r.organization_id limit ${limit}`);
}

export function selectMutedLetters(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select o.name as "organizationName", x.category, x.muted_at as "mutedAt"
    from notification_mutes x join organizations o on o.id = x.organization_id
    where x.user_id = ${userId} order by x.muted_at desc, x.category limit ${limit}`);
}

/** What the bell holds. Details name other people by their ids alone and are left out. */
export function selectNotifications(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select o.name as "organizationName", n.kind, n.category, n.created_at as "createdAt", n.read_at as "readAt"
    from notifications n left join organizations o on o.id = n.organization_id
    where n.user_id = ${userId} order by n.id desc limit ${limit}`);
}
