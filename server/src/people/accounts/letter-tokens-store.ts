import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { hashToken } from '../../platform/secrets.ts';

const verificationSeconds = 24 * 60 * 60;
const resetSeconds = 60 * 60;
const emailChangeSeconds = 24 * 60 * 60;

export type UserTokenPurpose = 'reset_password' | 'change_email';

export async function saveResetToken(
  db: Queries,
  token: { hash: Buffer; userId: string; lifetimeSeconds: number },
): Promise<void> {
  await db.query(sql`
    insert into letter_tokens (hash, user_id, purpose, expires_at)
    values (${token.hash}, ${token.userId}, 'reset_password', now() + make_interval(secs => ${token.lifetimeSeconds}))`);
}

/** Has a user id, or an e-mail of an address that has registrations only. */
export interface ResetToken {
  userId: string | null;
  email: string | null;
}

export async function findResetToken(db: Queries, hash: Buffer): Promise<ResetToken | null> {
  const [row] = await db.query<ResetToken>(sql`
    select user_id as "userId", email from letter_tokens
    where hash = ${hash} and purpose = 'reset_password' and used_at is null and expires_at > now()`);
  return row ?? null;
}

/** Atomic: of concurrent uses exactly one gets the token. */
export async function spendResetToken(db: Queries, hash: Buffer): Promise<ResetToken | null> {
  const [row] = await db.query<ResetToken>(sql`
    update letter_tokens set used_at = now()
    where hash = ${hash} and purpose = 'reset_password' and used_at is null and expires_at > now()
    returning user_id as "userId", email`);
  return row ?? null;
}

export async function discardLetterTokens(db: Queries, userId: string, purpose: UserTokenPurpose): Promise<void> {
  await db.query(sql`delete from letter_tokens where user_id = ${userId} and purpose = ${purpose} and used_at is null`);
}

export async function deleteOldLetterTokens(db: Queries): Promise<void> {
  await db.query(sql`delete from letter_tokens where expires_at < now() - interval '1 day'`);
}

/** Addresses that letters to the person went to, besides their own. */
export async function selectWantedAddresses(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select distinct email from letter_tokens where user_id = ${userId} and email is not null`);
  return rows.map(({ email }) => email);
}

/** Extends the registration to the lifetime of the link. Returns false when it is gone. */
export async function saveRegistrationToken(db: Queries, registrationId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    with prolonged as (
      update registrations set expires_at = greatest(expires_at, now() + make_interval(secs => ${verificationSeconds}))
      where id = ${registrationId} returning id
    )
    insert into letter_tokens (hash, registration_id, purpose, expires_at)
    select ${hash}, id, 'verify_email', now() + make_interval(secs => ${verificationSeconds}) from prolonged
    returning hash`);
  return rows.length > 0;
}

export async function saveAddressResetToken(db: Queries, email: string, hash: Buffer): Promise<void> {
  await db.query(sql`
    insert into letter_tokens (hash, email, purpose, expires_at)
    values (${hash}, ${email}, 'reset_password', now() + make_interval(secs => ${resetSeconds}))`);
}

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

/** A secret of the browser that requests a letter; only its hash is stored. */
export function newVerifier(): { verifier: string; verifierHash: Buffer } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, verifierHash: hashToken(verifier) };
}

export function matchesVerifier(verifierHash: Buffer | null, verifier: string | undefined): boolean {
  return verifierHash !== null && verifier !== undefined && timingSafeEqual(verifierHash, hashToken(verifier));
}
