import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

/** Returns null when there is an admin already or the address is taken. */
export async function saveFirstAdmin(
  db: Queries,
  admin: { email: string; name: string; passwordHash: string; referralCode: string },
): Promise<string | null> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('first operator'))`);
  const [row] = await db.query<{ id: string }>(sql`
    insert into users (id, email, name, password_hash, referral_code, email_verified_at, operator_role)
    select ${uuidv7()}, ${admin.email}, ${admin.name}, ${admin.passwordHash}, ${admin.referralCode}, now(), 'admin'
    where not exists (select from users where operator_role = 'admin')
    on conflict do nothing
    returning id`);
  return row?.id ?? null;
}

export async function hasAdmin(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from users where operator_role = 'admin' limit 1`);
  return rows.length > 0;
}

/** Serializes changes of who is an admin. */
export async function lockAdmins(db: Queries): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('operators'))`);
}

export async function countAdmins(db: Queries): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from users where operator_role = 'admin' and status = 'active'`);
  return row?.count ?? 0;
}

const isActiveAdmin = sql`operator_role = 'admin' and status = 'active'`;

export async function listAdmins(db: Queries): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from users where ${isActiveAdmin} order by id`);
  return rows.map(({ id }) => id);
}

/** Null for a person who lost the role meanwhile. */
export async function findAdmin(db: Queries, id: string): Promise<{ email: string; name: string } | null> {
  const [row] = await db.query<{ email: string; name: string }>(sql`
    select email, name from users where id = ${id} and ${isActiveAdmin}`);
  return row ?? null;
}

export interface StaffPerson {
  id: string;
  name: string;
}

/** All who may enter the admin area, by name. */
export function listStaff(db: Queries): Promise<StaffPerson[]> {
  return db.query<StaffPerson>(sql`
    select id, name from users where operator_role is not null and status = 'active' order by name, id`);
}

/** Null for somebody who is not staff. */
export async function findStaffAddress(db: Queries, id: string): Promise<{ email: string; name: string } | null> {
  const [row] = await db.query<{ email: string; name: string }>(sql`
    select email, name from users where id = ${id} and operator_role is not null and status = 'active'`);
  return row ?? null;
}
