import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { isOpen } from '../reads.ts';

export interface OwnOrganization {
  organizationId: string;
  hasOthers: boolean;
  isLastOwner: boolean;
}

/** Locks the open ones in the order of ids, so that no other owner leaves meanwhile. */
export async function lockOrganizationsOf(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    select from organizations o join memberships m on m.organization_id = o.id
    where m.user_id = ${userId} and ${isOpen} order by o.id for no key update of o`);
}

export function selectOwnOrganizations(db: Queries, userId: string): Promise<OwnOrganization[]> {
  return db.query<OwnOrganization>(sql`
    select m.organization_id as "organizationId", count(other) > 0 as "hasOthers",
      m.role = 'owner' and count(other) filter (where other.role = 'owner') = 0 as "isLastOwner"
    from memberships m
    join organizations o on o.id = m.organization_id and ${isOpen}
    left join memberships other on other.organization_id = m.organization_id and other.user_id <> m.user_id
    where m.user_id = ${userId}
    group by m.organization_id, m.role order by m.organization_id`);
}

/** A personal organization may be named after its owner. */
export async function anonymisePersonalOrganizations(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    update organizations o set name = 'Личный счёт'
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
export async function anonymiseInvitations(
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
      where actor_id = ${userId} and action in ('member.joined', 'invitation.declined'))`);
}

export async function selectInvitedAddresses(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select distinct i.email from invitations i where i.invited_by = ${userId}`);
  return rows.map(({ email }) => email);
}
