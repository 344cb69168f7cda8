import type { NotificationCategory } from '@kazna/contract/cabinet/notifications';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { type Audience, audienceOf, categoryOf } from './audiences.ts';
import { affectedMember, type EventKind, type OrganizationEvent, rolesNotifiedOf, unnotifiedMember } from './events.ts';

/** The first key of the advisory locks of one recipient and organization each. */
const dispatchLocks = 4502;
const assignedAtOnce = 20_000;

/**
 * One row per event and member with one of the roles, and for the affected person if they are a member. Returns who got
 * one. Whether a letter is wanted is asked here, so that unwanted ones do not count towards the rate limit.
 */
export async function insertEvents(db: Queries, events: OrganizationEvent[]): Promise<string[]> {
  const rows = events.map((event, place) => ({
    ...event,
    place,
    audience: audienceOf(event.kind),
    category: categoryOf[event.kind],
    roles: rolesNotifiedOf(event.kind),
    concerned: affectedMember(event),
    unnotified: unnotifiedMember(event),
  }));
  const notified = await db.query<{ userId: string }>(sql`
    insert into notifications (source_id, kind, user_id, organization_id, audience, category, by_mail, details)
    select e."sourceId", e.kind, m.user_id, m.organization_id,
      case when m.user_id = e.concerned then 'person' else e.audience end, e.category,
      not exists (
        select from notification_mutes x
        where x.user_id = m.user_id and x.organization_id = m.organization_id and x.category = e.category),
      e.details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (place int, "sourceId" uuid, kind text,
      "organizationId" uuid, audience text, category text, roles text[], concerned uuid, unnotified uuid, details jsonb)
    join memberships m on m.organization_id = e."organizationId"
    where (m.role = any(e.roles) or m.user_id = e.concerned) and m.user_id is distinct from e.unnotified
    order by e.place, m.user_id
    on conflict do nothing
    returning user_id as "userId"`);
  return notified.map(({ userId }) => userId);
}

export interface Recipient {
  userId: string;
  organizationId: string;
}

export function selectWaiting(db: Queries, after: Recipient, limit: number): Promise<Recipient[]> {
  return db.query<Recipient>(sql`
    select distinct user_id as "userId", organization_id as "organizationId" from notifications
    where letter_id is null and by_mail and (user_id, organization_id) > (${after.userId}, ${after.organizationId})
    order by user_id, organization_id limit ${limit}`);
}

/** Returns false while another process dispatches letters to the recipient. */
export async function tryLockRecipient(db: Queries, { userId, organizationId }: Recipient): Promise<boolean> {
  const [row] = await db.query<{ isLocked: boolean }>(sql`
    select pg_try_advisory_xact_lock(${dispatchLocks}, hashtext(${`${userId} ${organizationId}`})) as "isLocked"`);
  return row?.isLocked ?? false;
}

export async function countRecentLetters(db: Queries, { userId, organizationId }: Recipient): Promise<number> {
  const [row] = await db.query<{ letters: number }>(sql`
    select count(distinct letter_id)::int as letters from notifications
    where user_id = ${userId} and organization_id = ${organizationId}
      and letter_id is not null and queued_at > now() - interval '1 hour'`);
  return row?.letters ?? 0;
}

export async function selectWaitingIds(
  db: Queries,
  { userId, organizationId }: Recipient,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from notifications
    where user_id = ${userId} and organization_id = ${organizationId} and letter_id is null and by_mail
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function assignLetter(db: Queries, letterId: string, notificationId: string): Promise<void> {
  await db.query(sql`
    update notifications set letter_id = ${letterId}, queued_at = now() where id = ${notificationId}`);
}

/** Returns whether there may be more: all of a flood would run into the timeout. Locks by number, like marking read. */
export async function assignSummary(
  db: Queries,
  letterId: string,
  { userId, organizationId }: Recipient,
): Promise<boolean> {
  const rows = await db.query(sql`
    update notifications set letter_id = ${letterId}, queued_at = now() where id in (
      select id from notifications
      where user_id = ${userId} and organization_id = ${organizationId} and letter_id is null and by_mail
      order by id limit ${assignedAtOnce} for update)
    returning id`);
  return rows.length === assignedAtOnce;
}

export interface LetterRow {
  kind: EventKind;
  details: object;
  audience: Audience;
  createdAt: string;
  /** Of the whole letter. */
  total: number;
}

/** What the recipient may see and has not switched off meanwhile. */
export function selectLetterRows(
  db: Queries,
  letterId: string,
  audiences: Audience[],
  limit: number,
): Promise<LetterRow[]> {
  return db.query<LetterRow>(sql`
    select kind, details, audience, created_at as "createdAt", (count(*) over ())::int as total from notifications n
    where letter_id = ${letterId} and audience = any(${audiences}::text[])
      and not exists (
        select from notification_mutes x
        where x.user_id = n.user_id and x.organization_id = n.organization_id and x.category = n.category)
    order by id limit ${limit}`);
}

/** Null when the letter is about several. */
export async function findOnlyCategory(db: Queries, letterId: string): Promise<NotificationCategory | null> {
  const [row] = await db.query<{ category: NotificationCategory | null }>(sql`
    select case when min(category) = max(category) then min(category) end as category
    from notifications where letter_id = ${letterId}`);
  return row?.category ?? null;
}

export interface Addressee extends Recipient {
  name: string;
  email: string;
  timezone: string;
  role: OrganizationRole;
  organizationName: string;
}

/** Null once the person has left the organization or is blocked. */
export async function findAddressee(db: Queries, letterId: string): Promise<Addressee | null> {
  const [row] = await db.query<Addressee>(sql`
    select u.id as "userId", u.name, u.email, u.timezone, m.role, o.id as "organizationId", o.name as "organizationName"
    from (select user_id, organization_id from notifications where letter_id = ${letterId} limit 1) l
    join memberships m on m.user_id = l.user_id and m.organization_id = l.organization_id
    join users u on u.id = l.user_id and u.status = 'active' and u.email_verified_at is not null
    join organizations o on o.id = l.organization_id`);
  return row ?? null;
}

export async function selectNames(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id, name from users where id = any(${ids}::uuid[]) and deleted_at is null`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
