import { organizationRoleCan, organizationRoles } from '@kazna/contract/shared/permissions';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

const sendingRoles = organizationRoles.filter((role) => organizationRoleCan(role, 'payments.create'));

/** The organization's name; null once the person may not send its documents. */
export async function findSendingOrganization(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(sql`
    select o.name from organizations o
    join memberships m on m.organization_id = o.id and m.user_id = ${userId}
    join users u on u.id = m.user_id and u.status = 'active'
    where o.id = ${organizationId} and o.status = 'active' and m.role = any(${sendingRoles}::text[])`);
  return row?.name ?? null;
}
