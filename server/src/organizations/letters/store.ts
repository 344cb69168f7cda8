import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { EventKind, OrganizationEvent } from './events.ts';

/** One row per member with one of the roles, and for the affected person if they are a member. */
export async function insertEvent(
  db: Queries,
  event: OrganizationEvent,
  roles: readonly OrganizationRole[],
  personId: string | null,
): Promise<void> {
  const { kind, organizationId, sourceId, details } = event;
  await db.query(sql`
    insert into organization_letters (source_id, kind, user_id, organization_id, is_personal, details)
    select ${sourceId}::uuid, ${kind}, user_id, organization_id, user_id is not distinct from ${personId}::uuid,
      ${details}::jsonb
    from memberships
    where organization_id = ${organizationId} and (role = any(${roles}::text[]) or user_id = ${personId}::uuid)
    on conflict do nothing`);
}

export interface WaitingRow {
  sourceId: string;
  kind: EventKind;
  userId: string;
  organizationId: string;
  recentLetters: number;
}

/** Oldest first, without recipients above the rate limit. `skip locked` lets several processes dispatch at once. */
export function lockWaiting(db: Queries, lettersPerHour: number, limit: number): Promise<WaitingRow[]> {
  return db.query<WaitingRow>(sql`
    select l.source_id as "sourceId", l.kind, l.user_id as "userId", l.organization_id as "organizationId",
      recent.letters as "recentLetters"
    from organization_letters l cross join lateral (
      select count(distinct r.letter_id)::int as letters from organization_letters r
      where r.user_id = l.user_id and r.organization_id = l.organization_id
        and r.letter_id is not null and r.queued_at > now() - interval '1 hour'
    ) recent
    where l.letter_id is null and recent.letters < ${lettersPerHour}
    order by l.created_at limit ${limit} for update of l skip locked`);
}

export async function assignLetter(db: Queries, letterId: string, rows: readonly WaitingRow[]): Promise<void> {
  const sourceIds = rows.map(({ sourceId }) => sourceId);
  const kinds = rows.map(({ kind }) => kind);
  const userIds = rows.map(({ userId }) => userId);
  await db.query(sql`
    update organization_letters l set letter_id = ${letterId}, queued_at = now()
    from unnest(${sourceIds}::uuid[], ${kinds}::text[], ${userIds}::uuid[]) as row (source_id, kind, user_id)
    where (l.source_id, l.kind, l.user_id) = (row.source_id, row.kind, row.user_id)`);
}

export interface LetterRow {
  kind: EventKind;
  details: object;
  isPersonal: boolean;
  createdAt: string;
}

export function selectLetterRows(db: Queries, letterId: string): Promise<LetterRow[]> {
  return db.query<LetterRow>(sql`
    select kind, details, is_personal as "isPersonal", created_at as "createdAt" from organization_letters
    where letter_id = ${letterId} order by created_at, source_id`);
}

export interface Recipient {
  userId: string;
  name: string;
  email: string;
  timezone: string;
  role: OrganizationRole;
  organizationId: string;
  organizationName: string;
}

/** Null once the person has left the organization or is blocked. */
export async function findRecipient(db: Queries, letterId: string): Promise<Recipient | null> {
  const [row] = await db.query<Recipient>(sql`
    select u.id as "userId", u.name, u.email, u.timezone, m.role, o.id as "organizationId", o.name as "organizationName"
    from (select user_id, organization_id from organization_letters where letter_id = ${letterId} limit 1) l
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

export async function deleteOldRows(db: Queries): Promise<void> {
  await db.query(sql`delete from organization_letters where created_at < now() - interval '30 days'`);
}
