import type { NotificationCategory } from '@kazna/contract/cabinet/notifications';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import type { Audience } from './kind.ts';
import type { Directory } from './reads.ts';

/** The first key of the advisory locks of one recipient and organization each. */
const dispatchLocks = 4502;
const assignedAtOnce = 20_000;

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
      and letter_id is not null and queued_at > business_now() - interval '1 hour'`);
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
    update notifications set letter_id = ${letterId}, queued_at = business_now() where id = ${notificationId}`);
}

/** Returns whether there may be more: all of a flood would run into the timeout. Locks by number, like marking read. */
export async function assignSummary(
  db: Queries,
  letterId: string,
  { userId, organizationId }: Recipient,
): Promise<boolean> {
  const rows = await db.query(sql`
    update notifications set letter_id = ${letterId}, queued_at = business_now() where id in (
      select id from notifications
      where user_id = ${userId} and organization_id = ${organizationId} and letter_id is null and by_mail
      order by id limit ${assignedAtOnce} for update)
    returning id`);
  return rows.length === assignedAtOnce;
}

export interface LetterRow {
  kind: string;
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
export async function findAddressee(
  db: Queries,
  { members, organizations }: Directory,
  letterId: string,
): Promise<Addressee | null> {
  const [row] = await db.query<Addressee>(sql`
    select u.id as "userId", u.name, u.email, u.timezone, m.role, o.id as "organizationId", o.name as "organizationName"
    from (select user_id, organization_id from notifications where letter_id = ${letterId} limit 1) l
    join (${members}) m on m.user_id = l.user_id and m.organization_id = l.organization_id
    join users u on u.id = l.user_id and u.status = 'active' and u.email_verified_at is not null
    join (${organizations}) o on o.id = l.organization_id`);
  return row ?? null;
}

export async function selectNames(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id, name from users where id = any(${ids}::uuid[]) and deleted_at is null
    union all select id, name from actors where id = any(${ids}::uuid[]) and name is not null`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
