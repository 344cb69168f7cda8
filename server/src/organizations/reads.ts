import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/**
 * The condition of an organization that can be used. Every query that follows a membership to its organization has it:
 * `m join organizations o on o.id = m.organization_id where ${isOpen}`.
 */
export const isOpen = sql`o.status <> 'closed'`;

/**
 * Takes a shared lock: any number may have it at once, and whoever closes or changes the organization waits for them.
 * Returns false when the organization is closed.
 */
export async function lockOpenOrganizationShared(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from organizations o where o.id = ${id} and ${isOpen} for share`);
  return rows.length > 0;
}
