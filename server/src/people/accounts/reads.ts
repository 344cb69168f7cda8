import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

const isActiveAdmin = sql`operator_role = 'admin' and status = 'active'`;

export async function listAdmins(db: Queries): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from users where ${isActiveAdmin} order by id`);
  return rows.map(({ id }) => id);
}

/** Null for whoever lost the role meanwhile. */
export async function findAdmin(db: Queries, id: string): Promise<{ email: string; name: string } | null> {
  const [row] = await db.query<{ email: string; name: string }>(sql`
    select email, name from users where id = ${id} and ${isActiveAdmin}`);
  return row ?? null;
}
