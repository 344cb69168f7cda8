import { insertLink } from '../../../src/people/accounts/external/external-store.ts';
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

export async function countPasskeys(db: Queries, userId: string): Promise<number> {
  return (await db.query(sql`select from passkeys where user_id = ${userId}`)).length;
}

export async function linkOfSubject(db: Queries, subject: string): Promise<string | undefined> {
  const [row] = await db.query<{ userId: string }>(sql`
    select user_id as "userId" from external_identities where subject = ${subject}`);
  return row?.userId;
}

export async function storeLink(db: Queries, userId: string, subject: string): Promise<void> {
  await insertLink(db, userId, { provider: 'yandex', issuer: 'https://oauth.yandex.ru', subject, label: subject });
}
