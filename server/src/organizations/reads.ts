import type { Directory } from '../notifications/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

/** Part of every query that follows a membership to its organization, as `m join organizations o`. */
export const isOpen = sql`o.status <> 'closed'`;

/** The contract of `organizations o`; null where the public offer is all that was agreed on. */
export const contractJson = sql`case when o.contract_number is not null then
  json_build_object('number', o.contract_number, 'day', o.contract_day) end`;

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

/** A shared lock: an owner who forbids it waits. Null for a missing or closed organization. */
export async function lockStaffViewRule(db: Queries, id: string): Promise<{ isAllowed: boolean } | null> {
  const [row] = await db.query<{ isAllowed: boolean }>(sql`
    select allows_staff_view as "isAllowed" from organizations o where o.id = ${id} and ${isOpen} for share`);
  return row ?? null;
}

/** A closed one too. */
export async function hasOrganization(db: Queries, id: string): Promise<boolean> {
  return (await db.query(sql`select from organizations where id = ${id}`)).length > 0;
}
