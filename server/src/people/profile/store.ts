import type { Membership, Profile } from '@kazna/contract/cabinet/profile';
import { unreadCountOf } from '../../notifications/reads.ts';
import { directory, isOpen } from '../../organizations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

export type ProfileRow = Omit<Profile, 'activeOrganizationId' | 'needsSecondFactor' | 'pendingConsents' | 'view'> & {
  consents: string[];
  /** Of the organization that staff view. */
  viewed: Membership | null;
  viewedOwner: string | null;
  viewUntil: string | null;
};

/** An expression of what is announced to the person who stands in the organization; it is of a wing above. */
export type AnnouncementsFor = (userId: Sql, organizationId: Sql) => Sql;

export async function selectProfile(
  db: Queries,
  { userId, organizationId }: { userId: string; organizationId: string | null },
  announcementsFor: AnnouncementsFor = () => sql`'[]'::json`,
): Promise<ProfileRow> {
  const announcements = announcementsFor(sql`${userId}::uuid`, sql`${organizationId}::uuid`);
  const [row] = await db.query<ProfileRow>(
    profileOf(sql`${userId}`, sql`null::uuid`, sql`null::timestamptz`, announcements),
  );
  return row as ProfileRow;
}

function profileOf(userId: Sql, viewedId: Sql, viewUntil: Sql, announcements: Sql): Sql {
  return sql`
    select u.id, u.email, u.name, u.phone, u.timezone, u.totp_confirmed_at is not null as "hasSecondFactor",
      u.password_hash <> 'none' as "hasPassword",
      exists (select from passkeys k where k.user_id = u.id) as "hasPasskey",
      exists (select from external_identities e where e.user_id = u.id) as "hasExternalLink",
      (select t.email from letter_tokens t
        where t.user_id = u.id and t.purpose = 'change_email' and t.used_at is null and t.expires_at > now()
        order by t.created_at desc limit 1) as "pendingEmail",
      u.operator_role as "operatorRole", u.referral_code as "referralCode",
      u.created_at as "createdAt", ${unreadCountOf(directory, userId)} as "unreadNotifications",
      (select json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', 'owner',
          'hasBank', o.bank_account is not null)
        from organizations o where o.id = ${viewedId}) as viewed,
      (select p.name from memberships m join users p on p.id = m.user_id
        where m.organization_id = ${viewedId} and m.role = 'owner' order by m.created_at, m.user_id limit 1) as "viewedOwner",
      case when ${viewedId} is not null then ${viewUntil} end as "viewUntil", ${announcements} as announcements,
      coalesce((
        select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', m.role,
          'hasBank', o.bank_account is not null)
          order by m.created_at, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id and ${isOpen}
      ), '[]') as memberships,
      coalesce((select json_agg(c.document || ' ' || c.version) from consents c
        where c.user_id = u.id and c.withdrawn_at is null), '[]') as consents
    from users u where u.id = ${userId}`;
}

export function profileOfCaller(announcementsFor: AnnouncementsFor): Sql {
  return profileOf(
    sql`caller.user_id`,
    sql`caller.view_organization_id`,
    sql`caller.view_until`,
    announcementsFor(sql`caller.user_id`, sql`caller.organization_id`),
  );
}

export function selectConsents(db: Queries, userId: string): Promise<object[]> {
  return db.query(sql`
    select document, version, host(address) as address, accepted_at as "acceptedAt",
      withdrawn_at as "withdrawnAt"
    from consents where user_id = ${userId} order by id`);
}

/** Public keys and the ids by which authenticators find theirs are left out. */
export function selectPasskeys(db: Queries, userId: string): Promise<object[]> {
  return db.query(sql`
    select name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where user_id = ${userId} order by id`);
}

export function selectExternalLinks(db: Queries, userId: string): Promise<object[]> {
  return db.query(sql`
    select provider, issuer, subject, label, created_at as "createdAt", last_used_at as "lastUsedAt"
    from external_identities where user_id = ${userId} order by id`);
}

export function selectMaxLinks(db: Queries, userId: string): Promise<object[]> {
  return db.query(sql`
    select max_user_id::text as "maxUserId", name, is_on as "isOn", linked_at as "linkedAt"
    from max_links where user_id = ${userId}`);
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

/** What the person wrote to the support, and to which request. */
export function selectRequests(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select r.number::float8 as number, o.name as "organizationName", r.topic, r.about_label as about, r.state, m.text,
      array(select f.name from support_files f where f.message_id = m.id order by f.id) as files,
      m.created_at as "createdAt"
    from support_messages m join support_requests r on r.id = m.request_id join organizations o on o.id = r.organization_id
    where m.author_id = ${userId} and m.side = 'customer' order by m.id desc limit ${limit}`);
}
