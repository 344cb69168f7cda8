import type { Directory } from '../notifications/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/** Part of every query that follows a membership to its organization, as `m join organizations o`. */
export const isOpen = sql`o.status <> 'closed'`;

/** For the notification centre, which stands below organizations. */
export const directory: Directory = {
  members: sql`select organization_id, user_id, role, created_at as joined_at from memberships`,
  organizations: sql`select o.id, o.name, ${isOpen} as is_open from organizations o`,
};

/** A shared lock: only closing and changing the organization wait for it. Returns false when it is closed. */
export async function lockOpenOrganizationShared(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from organizations o where o.id = ${id} and ${isOpen} for share`);
  return rows.length > 0;
}
