import type { OrganizationRole } from '@kazna/contract/permissions';
import type { OrganizationKind } from '@kazna/contract/profile';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';

export async function insertOrganization(
  db: Queries,
  organization: { id: string; kind: OrganizationKind; name: string },
): Promise<void> {
  const { id, kind, name } = organization;
  await db.query(sql`insert into organizations (id, kind, name) values (${id}, ${kind}, ${name})`);
}

export async function insertMembership(
  db: Queries,
  membership: { organizationId: string; userId: string; role: OrganizationRole },
): Promise<void> {
  const { organizationId, userId, role } = membership;
  await db.query(sql`
    insert into memberships (organization_id, user_id, role) values (${organizationId}, ${userId}, ${role})`);
}

export async function findOrganizationRole(
  db: Queries,
  userId: string,
  organizationId: string,
): Promise<OrganizationRole | null> {
  const [row] = await db.query<{ role: OrganizationRole }>(sql`
    select role from memberships where organization_id = ${organizationId} and user_id = ${userId}`);
  return row?.role ?? null;
}
