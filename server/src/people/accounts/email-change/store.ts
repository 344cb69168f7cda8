import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

const emailChangeSeconds = 24 * 60 * 60;

export interface PendingEmail {
  userId: string;
  email: string;
  hash: Buffer;
}

export async function savePendingEmail(
  db: Queries,
  { userId, email, hash, verifierHash }: PendingEmail & { verifierHash: Buffer },
): Promise<void> {
  await db.query(sql`
    insert into letter_tokens (hash, user_id, purpose, email, verifier_hash, expires_at)
    values (${hash}, ${userId}, 'change_email', ${email}, ${verifierHash},
      now() + make_interval(secs => ${emailChangeSeconds}))`);
}

export interface EmailChangeToken {
  userId: string;
  /** Null for changes requested before verifiers existed. */
  verifierHash: Buffer | null;
}

export async function findEmailChange(db: Queries, hash: Buffer): Promise<EmailChangeToken | null> {
  const [row] = await db.query<EmailChangeToken>(sql`
    select user_id as "userId", verifier_hash as "verifierHash" from letter_tokens
    where hash = ${hash} and purpose = 'change_email' and used_at is null and expires_at > now()`);
  return row ?? null;
}

export async function findPendingEmail(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db.query<{ email: string }>(sql`
    select email from letter_tokens
    where user_id = ${userId} and purpose = 'change_email' and used_at is null and expires_at > now()`);
  return row?.email ?? null;
}

/** Replaces the token and its expiry. Returns false when the address is not pending any more. */
export async function renewPendingEmail(db: Queries, { userId, email, hash }: PendingEmail): Promise<boolean> {
  const rows = await db.query(sql`
    update letter_tokens set hash = ${hash}, created_at = now(),
      expires_at = now() + make_interval(secs => ${emailChangeSeconds})
    where user_id = ${userId} and purpose = 'change_email' and email = ${email} and used_at is null
      and expires_at > now()
    returning user_id`);
  return rows.length > 0;
}

/** Atomic: of concurrent uses exactly one succeeds. */
export async function spendPendingEmail(
  db: Queries,
  hash: Buffer,
): Promise<{ userId: string; email: string; formerEmail: string } | null> {
  const [row] = await db.query<{ userId: string; email: string; formerEmail: string }>(sql`
    update letter_tokens t set used_at = now() from users u
    where t.hash = ${hash} and t.purpose = 'change_email' and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and u.status = 'active'
    returning u.id as "userId", t.email, u.email as "formerEmail"`);
  return row ?? null;
}

/** Throws on `users_email_key` when the address is taken. */
export async function replaceEmail(db: Queries, userId: string, email: string): Promise<void> {
  await db.query(sql`update users set email = ${email} where id = ${userId}`);
}
