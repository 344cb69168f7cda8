import type { Directory } from '../notifications/reads.ts';
import type { Queries } from '../platform/db/database.ts';
import { matchingIds } from '../platform/db/matching-ids.ts';
import { type Sql, sql } from '../platform/db/sql.ts';

/** Part of every query that follows a membership to its organization, as `m join organizations o`. */
export const isOpen = sql`o.status <> 'closed'`;

/** The contract of `organizations o`; null where the public offer is all that was agreed on. */
export const contractJson = sql`case when o.contract_number is not null then
  json_build_object('number', o.contract_number, 'day', o.contract_day) end`;

/** Of personal accounts until their owners give them another. */
export const personalName = 'Личный счёт';

/** What staff know `organizations o` by: personal accounts share one name, so the owner's stands for it. */
export const nameForStaff = sql`case when o.kind = 'person' and o.name = ${personalName} then coalesce((
  select u.name from memberships m join users u on u.id = m.user_id
  where m.organization_id = o.id and m.role = 'owner' order by m.created_at, m.user_id limit 1), o.name) else o.name end`;

/** Returns an SQL array of ids that staff mean by a text: the organization's own name or ИНН, or whose personal account it is. */
export function matchingOrganizations(q: string): Sql {
  return sql`(${matchingIds(q, sql`organizations`, [sql`inn`])} || array(
    select m.organization_id from memberships m join organizations x on x.id = m.organization_id and x.kind = 'person'
    where m.role = 'owner' and m.user_id = any(${matchingIds(q, sql`users`, [sql`email`])})))`;
}

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
