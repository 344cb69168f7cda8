import type { Queries } from '../../../src/platform/db/database.ts';
import { sql } from '../../../src/platform/db/sql.ts';
import { address } from './testbed.ts';

export interface Account {
  id: string;
  referrerId: string | null;
  name: string;
}

export async function findAccount(db: Queries): Promise<Account | undefined> {
  const [row] = await db.query<Account>(sql`
    select id, referrer_id as "referrerId", name from users where email = ${address}`);
  return row;
}

export async function countMembersBesides(db: Queries, organizationId: string, userIds: string[]): Promise<number> {
  const rows = await db.query(sql`
    select from memberships where organization_id = ${organizationId} and user_id <> all(${userIds}::uuid[])`);
  return rows.length;
}
