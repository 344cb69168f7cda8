import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/** Part of every query that follows a membership to its organization, as `m join organizations o`. */
export const isOpen = sql`o.status <> 'closed'`;

/** A shared lock: only closing and changing the organization wait for it. Returns false when it is closed. */
export async function lockOpenOrganizationShared(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from organizations o where o.id = ${id} and ${isOpen} for share`);
  return rows.length > 0;
}
