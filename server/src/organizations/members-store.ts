import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';
import type { Standing } from '../platform/http/access.ts';
import { isOpen, personalName } from './reads.ts';

/** Returns false for a member, whose role stays. */
export async function insertMembership(
  db: Queries,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: OrganizationRole },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into memberships (organization_id, user_id, role) values (${organizationId}, ${userId}, ${role})
    on conflict (organization_id, user_id) do nothing returning user_id`);
  return rows.length > 0;
}

export async function findStanding(db: Queries, userId: string, organizationId: string): Promise<Standing | null> {
  const [row] = await db.query<Standing>(sql`
    select m.role, o.status = 'suspended' as "isSuspended"
    from memberships m join organizations o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and ${isOpen}`);
  return row ?? null;
}

export async function setRole(
  db: Queries,
  organizationId: string,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  await db.query(sql`
    update memberships set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`);
}

export async function deleteMembership(db: Queries, organizationId: string, userId: string): Promise<void> {
  await db.query(sql`delete from memberships where organization_id = ${organizationId} and user_id = ${userId}`);
}

/**
 * Locks one or all people of the organization, in the order of ids against deadlocks. When a person loses two
 * organizations at once, the second transaction sees what the first has left.
 */
export async function lockPeopleIn(db: Queries, organizationId: string, userId: string | null = null): Promise<void> {
  await db.query(sql`
    select from users u join memberships m on m.user_id = u.id
    where m.organization_id = ${organizationId} and (${userId}::uuid is null or u.id = ${userId}::uuid)
    order by u.id for no key update of u`);
}

/** Owners with an active account: a blocked one manages nothing. */
export async function countOwners(db: Queries, organizationId: string, leavingId?: string): Promise<number> {
  const where = allOf(
    sql`m.organization_id = ${organizationId} and m.role = 'owner' and u.status = 'active'`,
    leavingId && sql`m.user_id <> ${leavingId}`,
  );
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from memberships m join users u on u.id = m.user_id where ${where}`);
  return row?.count ?? 0;
}

export async function countOrganizationsOf(db: Queries, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and ${isOpen}`);
  return row?.count ?? 0;
}

export async function countOwnedBy(db: Queries, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.role = 'owner' and ${isOpen}`);
  return row?.count ?? 0;
}

/**
 * Keeps counts of the person's organizations valid until the transaction ends. Returns false when the account is blocked
 * or deleted.
 */
export async function lockPerson(db: Queries, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from users where id = ${userId} and status = 'active' for no key update`);
  return rows.length > 0;
}

export async function selectMembersWithoutOther(db: Queries, organizationId: string): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(sql`
    select m.user_id as "userId" from memberships m
    where m.organization_id = ${organizationId} and not exists (
      select from memberships other join organizations o on o.id = other.organization_id
      where other.user_id = m.user_id and o.id <> m.organization_id and ${isOpen})`);
  return rows.map((row) => row.userId);
}

export interface MemberRow {
  userId: string;
  name: string;
  email: string;
  role: OrganizationRole;
  joinedAt: string;
  lastActiveAt: string | null;
}

export function selectMembers(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`
    select m.user_id as "userId", u.name, u.email, m.role, m.created_at as "joinedAt",
      (select max(s.last_used_at) from sessions s where s.user_id = m.user_id) as "lastActiveAt"
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and (${cursor ?? null}::uuid is null or m.user_id > ${cursor ?? null}::uuid)
    order by m.user_id limit ${limit + 1}`);
}

export interface OwnOrganization {
  organizationId: string;
  hasOthers: boolean;
  isLastOwner: boolean;
}

/** Locks the person's open organizations in the order of ids, so that no other owner leaves meanwhile. */
export async function lockOwnOrganizations(db: Queries, userId: string): Promise<OwnOrganization[]> {
  await db.query(sql`
    select from organizations o join memberships m on m.organization_id = o.id
    where m.user_id = ${userId} and ${isOpen} order by o.id for no key update of o`);
  return db.query<OwnOrganization>(sql`
    select m.organization_id as "organizationId", count(other) > 0 as "hasOthers",
      m.role = 'owner' and count(u) filter (where other.role = 'owner' and u.status = 'active') = 0 as "isLastOwner"
    from memberships m
    join organizations o on o.id = m.organization_id and ${isOpen}
    left join memberships other on other.organization_id = m.organization_id and other.user_id <> m.user_id
    left join users u on u.id = other.user_id
    where m.user_id = ${userId}
    group by m.organization_id, m.role order by m.organization_id`);
}

/** Locks pending invitations to and by the person, so that acceptances end first. Lock order: before organizations. */
export async function lockInvitationsOf(
  db: Queries,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await db.query(sql`
    select from invitations where status = 'pending' and (email = ${email} or invited_by = ${userId})
    order by id for update`);
}

/** A personal organization may be named after its owner. */
export async function anonymizePersonalOrganizations(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    update organizations o set name = ${personalName}
    from memberships m
    where m.user_id = ${userId} and o.id = m.organization_id and o.kind = 'person' and not exists (
      select from memberships other where other.organization_id = o.id and other.user_id <> ${userId})`);
}

/** Returns those in organizations that go on without the person. */
export function deleteMemberships(
  db: Queries,
  userId: string,
): Promise<{ organizationId: string; role: OrganizationRole }[]> {
  return db.query(sql`
    with deleted as (delete from memberships where user_id = ${userId} returning organization_id, role)
    select d.organization_id as "organizationId", d.role from deleted d
    join organizations o on o.id = d.organization_id and ${isOpen} order by d.organization_id`);
}

/** Includes invitations to former addresses. */
export async function anonymizeInvitations(
  db: Queries,
  { userId, email, placeholder }: { userId: string; email: string; placeholder: string },
): Promise<void> {
  await db.query(sql`
    update invitations set email = ${placeholder},
      answered_at = case when status = 'pending' then now() else answered_at end,
      status = case when status = 'pending' then 'declined' else status end
    where id in (
      select i.id from invitations i where i.email = ${email}
      union select invitation_id from audit_log
      where actor_id = ${userId} and action in ('member.joined', 'member.role_changed', 'invitation.declined'))`);
}

export async function selectInvitedAddresses(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select distinct i.email from invitations i where i.invited_by = ${userId}`);
  return rows.map(({ email }) => email);
}
