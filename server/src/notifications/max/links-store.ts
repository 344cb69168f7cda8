import type { MaxLink } from '@kazna/contract/cabinet/max';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export async function findMaxLink(db: Queries, userId: string): Promise<MaxLink | null> {
  const [row] = await db.query<MaxLink>(sql`
    select name, is_on as "isOn", linked_at as "linkedAt" from max_links where user_id = ${userId}`);
  return row ?? null;
}

/** Null for a person who has linked none, or has switched messages off. */
export async function findMaxChat(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db.query<{ maxUserId: string }>(sql`
    select max_user_id::text as "maxUserId" from max_links where user_id = ${userId} and is_on`);
  return row?.maxUserId ?? null;
}

export async function replaceMaxCode(
  db: Queries,
  { userId, hash, minutes }: { userId: string; hash: Buffer; minutes: number },
): Promise<string> {
  const [row] = await db.query<{ expiresAt: string }>(sql`
    insert into max_codes (user_id, code_hash, expires_at)
    values (${userId}, ${hash}, now() + make_interval(mins => ${minutes}))
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`);
  return (row as { expiresAt: string }).expiresAt;
}

/** Returns whose it was. A code is spent by the first chat that gives it. */
export async function spendMaxCode(tx: Transaction, hash: Buffer): Promise<{ userId: string; email: string } | null> {
  const [row] = await tx.query<{ userId: string; email: string }>(sql`
    with spent as (delete from max_codes where code_hash = ${hash} and expires_at > now() returning user_id)
    select u.id as "userId", u.email from spent join users u on u.id = spent.user_id and u.status = 'active'`);
  return row ?? null;
}

export async function upsertMaxLink(
  tx: Transaction,
  { userId, maxUserId, name }: { userId: string; maxUserId: string; name: string },
): Promise<void> {
  await tx.query(sql`
    insert into max_links (user_id, max_user_id, name) values (${userId}, ${maxUserId}, ${name})
    on conflict (user_id) do update
      set max_user_id = excluded.max_user_id, name = excluded.name, is_on = true, linked_at = now()`);
}

/** Returns false when there is no link. */
export async function switchMaxLink(db: Queries, userId: string, isOn: boolean): Promise<boolean> {
  const rows = await db.query(sql`update max_links set is_on = ${isOn} where user_id = ${userId} returning user_id`);
  return rows.length > 0;
}

export async function deleteMaxLink(db: Queries, userId: string): Promise<boolean> {
  const rows = await db.query(sql`delete from max_links where user_id = ${userId} returning user_id`);
  return rows.length > 0;
}

/** Returns whose links they were. */
export async function deleteMaxLinksOfChat(tx: Transaction, maxUserId: string): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(sql`
    delete from max_links where user_id in (
      select user_id from max_links where max_user_id = ${maxUserId} order by user_id for update)
    returning user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}

export async function deleteMaxTracesOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`delete from max_links where user_id = ${userId}`);
  await tx.query(sql`delete from max_codes where user_id = ${userId}`);
}
