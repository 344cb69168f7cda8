import type { NotificationCategory } from '@kazna/contract/cabinet/notifications';
import { type OrganizationRole, organizationRoles } from '@kazna/contract/shared/permissions';
import { announce } from '../platform/db/announce.ts';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { type Sql, sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import type { Audience, Notice, NotificationKind, PersonNotificationKind } from './kind.ts';
import { type Directory, inScope, readUpTo, unreadCountOf, visibleScopes } from './reads.ts';

/**
 * Notifies by bell and e-mail if, and only if, the transaction commits. Idempotent by kind and source. One statement,
 * however many there are.
 */
export async function notifyMembersIn<Details extends object>(
  directory: Directory,
  tx: Transaction,
  kind: NotificationKind<Details>,
  notices: Notice<Details>[],
): Promise<void> {
  const notified = await insertNotifications(tx, directory, kind, notices);
  for (const userId of new Set(notified)) announce(tx, { userId }, 'notifications');
}

/** By the bell alone: letters about security have their own way, and go to the address of the moment. */
export async function notifyPerson<Details extends object>(
  tx: Transaction,
  kind: PersonNotificationKind<Details>,
  userId: string,
  details: Details,
): Promise<void> {
  await notifyPersons(tx, kind, [{ userId, sourceId: uuidv7(), details }]);
}

interface PersonNotice<Details extends object> {
  userId: string;
  /** Of one kind, a source notifies each person once. */
  sourceId: string;
  details: Details;
}

export async function notifyPersons<Details extends object>(
  tx: Transaction,
  kind: PersonNotificationKind<Details>,
  notices: PersonNotice<Details>[],
): Promise<void> {
  await insertPersonal(tx, kind, notices);
  for (const userId of new Set(notices.map((notice) => notice.userId))) announce(tx, { userId }, 'notifications');
}

export interface NotificationRow {
  id: string;
  kind: string;
  audience: Audience;
  category: NotificationCategory;
  organizationId: string | null;
  organizationName: string | null;
  details: object;
  createdAt: string;
  isRead: boolean;
  foldedCount: number;
}

export interface NotificationFilter {
  category?: NotificationCategory | undefined;
  organizationId?: string | undefined;
  isUnread: boolean;
}

/** Beyond every id. */
const fromNewest = '999999999999999999';
const deletedAtOnce = 1000;

export function selectNotifications(
  db: Queries,
  directory: Directory,
  userId: string,
  { category, organizationId, isUnread }: NotificationFilter,
  { limit, cursor = fromNewest }: { limit: number; cursor?: string | undefined },
): Promise<NotificationRow[]> {
  const person = sql`${userId}::uuid`;
  const unread = isUnread ? sql`and n.read_at is null and n.id > ${readUpTo(person)}` : sql``;
  const scopes = sql`
    select * from (${visibleScopes(directory, person)}) s
    where (${category ?? null}::text is null or category = ${category ?? null})
      and (${organizationId ?? null}::uuid is null or scope_id = ${organizationId ?? null})`;
  return db.query<NotificationRow>(sql`
    select n.id, n.kind, n.audience, n.category, n.organization_id as "organizationId", o.name as "organizationName",
      n.details, n.created_at as "createdAt", n.read_at is not null or n.id <= ${readUpTo(person)} as "isRead",
      n.folded_count as "foldedCount"
    from (
      select n.* from (${scopes}) s cross join lateral (
        select n.* from notifications n where ${inScope(person)} and n.id < ${cursor}::bigint ${unread}
        order by n.id desc limit ${limit}) n
      order by n.id desc limit ${limit}) n
    left join (${directory.organizations}) o on o.id = n.organization_id
    order by n.id desc`);
}

export function rolesNotifiedOf({ audience }: NotificationKind): OrganizationRole[] {
  return audience === 'person' ? [] : organizationRoles.slice(0, organizationRoles.indexOf(audience) + 1);
}

/**
 * Inserts a row per notice and member with one of the roles, and for the affected person if they are a member. Returns
 * who got one. Whether a letter is wanted is asked here, so that unwanted ones do not count towards the rate limit.
 */
async function insertNotifications<Details extends object>(
  db: Queries,
  { members }: Directory,
  kind: NotificationKind<Details>,
  notices: Notice<Details>[],
): Promise<string[]> {
  const rows = notices.map(({ organizationId, sourceId, details }, place) => ({
    place,
    organizationId,
    sourceId,
    details,
    doneBy: kind.doneBy?.(details) ?? null,
  }));
  const { affected = null, except = null } = kind;
  const isForDoerToo = kind.category === 'security' || kind.isReceipt === true;
  const notified = await db.query<{ userId: string }>(sql`
    insert into notifications (source_id, kind, user_id, organization_id, audience, category, by_mail, read_at, details)
    select e."sourceId", ${kind.name}, m.user_id, m.organization_id,
      case when m.user_id = e.affected then 'person' else ${kind.audience} end, ${kind.category},
      (${isForDoerToo}::boolean or m.user_id is distinct from e."doneBy") and not exists (
        select from notification_mutes x
        where x.user_id = m.user_id and x.organization_id = m.organization_id and x.category = ${kind.category}),
      case when m.user_id = e."doneBy" then now() end, e.details
    from (
      select *, (details ->> ${affected}::text)::uuid as affected, (details ->> ${except}::text)::uuid as "except"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
        place int, "sourceId" uuid, "organizationId" uuid, "doneBy" uuid, details jsonb)) e
    join (${members}) m on m.organization_id = e."organizationId"
    where (m.role = any(${rolesNotifiedOf(kind)}::text[]) or m.user_id = e.affected)
      and m.user_id is distinct from e."except"
    order by e.place, m.user_id
    on conflict do nothing
    returning user_id as "userId"`);
  return notified.map(({ userId }) => userId);
}

async function insertPersonal<Details extends object>(
  db: Queries,
  { name }: PersonNotificationKind<Details>,
  notices: PersonNotice<Details>[],
): Promise<void> {
  await db.query(sql`
    insert into notifications (source_id, kind, user_id, audience, category, by_mail, details)
    select "sourceId", ${name}, "userId", 'person', 'security', false, details
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n ("sourceId" uuid, "userId" uuid, details jsonb)
    on conflict do nothing`);
}

export async function lockCursor(db: Queries): Promise<string> {
  const [row] = await db.query<{ position: string }>(sql`select position from notification_cursor for update`);
  return row?.position ?? '0';
}

export async function updateCursor(db: Queries, position: string): Promise<void> {
  await db.query(sql`update notification_cursor set position = ${position} where position < ${position}::bigint`);
}

export function markRead(db: Queries, userId: string, ids: string[]): Promise<void> {
  return markUnread(db, sql`id = any(${ids}::bigint[]) and user_id = ${userId}`);
}

/** Locks by number: two tabs that mark the same rows would deadlock. */
async function markUnread(db: Queries, which: Sql): Promise<void> {
  await db.query(sql`
    update notifications set read_at = now() where id in (
      select id from notifications where ${which} and read_at is null order by id for update)`);
}

/**
 * Longer than any transaction lives. A number is drawn before its transaction commits, so that a later notification may
 * have a smaller one: the mark stops before those that could still come.
 */
const settledAfter: Sql = sql`interval '3 minutes'`;

/** Everything older gets the mark, the latest minutes are marked one by one. */
export async function markAllRead(db: Queries, directory: Directory, userId: string): Promise<void> {
  const person = sql`${userId}::uuid`;
  await db.query(sql`
    with settled as (
      select max(n.id) as id from (${visibleScopes(directory, person)}) s cross join lateral (
        select n.id from notifications n where ${inScope(person)} and n.created_at < business_now() - ${settledAfter}
        order by n.id desc limit 1) n
    )
    insert into notification_marks as k (user_id, read_up_to)
    select ${userId}, id from settled where id is not null
    on conflict (user_id) do update set read_up_to = greatest(k.read_up_to, excluded.read_up_to)`);
  await markUnread(
    db,
    sql`id in (
      select n.id from (${visibleScopes(directory, person)}) s cross join lateral (
        select n.id from notifications n
        where ${inScope(person)} and n.read_at is null and n.id > ${readUpTo(person)}) n)`,
  );
}

export async function countUnread(db: Queries, directory: Directory, userId: string): Promise<number> {
  const [row] = await db.query<{ unread: number }>(
    sql`select ${unreadCountOf(directory, sql`${userId}::uuid`)} as unread`,
  );
  return row?.unread ?? 0;
}

/**
 * Hides notifications of one recipient, organization, kind and hour behind the newest when there are more than so many.
 * Letters and the newest one's read mark are not concerned: when more come, the newest is unread again. Returns whose they are.
 */
export async function foldAlike(db: Queries, maxAlike: number): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(sql`
    with crowds as materialized (
      select array_agg(id) as ids from notifications
      where not is_folded and created_at >= date_trunc('hour', business_now() - interval '10 minutes')
      group by user_id, organization_id, kind, date_trunc('hour', created_at)
      having count(*) > ${maxAlike}
    ), fresh as materialized (
      select id, user_id, organization_id, kind, created_at, folded_count from notifications
      where not is_folded and id in (select unnest(ids) from crowds)
      for update skip locked
    ), alike as (
      select id, max(id) over same as newest, count(*) over same as how_many, sum(folded_count + 1) over same as total
      from fresh window same as (partition by user_id, organization_id, kind, date_trunc('hour', created_at))
    )
    update notifications n set
      is_folded = a.id <> a.newest,
      folded_count = case when a.id = a.newest then a.total - 1 else 0 end
    from alike a where n.id = a.id and a.how_many > ${maxAlike}
    returning n.user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}

/** Looks at the oldest only. Returns whether there may be more. */
export async function deleteOldNotifications(db: Queries, days: number): Promise<boolean> {
  const rows = await db.query(sql`
    delete from notifications where id in (
      select id from (select id, created_at from notifications order by id limit ${deletedAtOnce}) oldest
      where created_at < business_now() - make_interval(days => ${days}))
    returning id`);
  return rows.length === deletedAtOnce;
}

export async function deleteNotificationsOf(db: Queries, userId: string): Promise<void> {
  await db.query(sql`delete from notifications where user_id = ${userId} and not is_folded`);
  await db.query(sql`delete from notifications where user_id = ${userId} and is_folded`);
  await db.query(sql`delete from notification_marks where user_id = ${userId}`);
  await db.query(sql`delete from notification_mutes where user_id = ${userId}`);
}
