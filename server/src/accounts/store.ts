import type { OperatorRole } from '@kazna/contract/permissions';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { uuidv7 } from '../db/uuid.ts';
import { placeholderOf } from './placeholder.ts';

export interface User {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  emailVerifiedAt: string | null;
  status: 'active' | 'blocked' | 'deleted';
  operatorRole: OperatorRole | null;
  referralCode: string;
  createdAt: string;
  /** Null while the second factor is off. */
  totpSecret: string | null;
}

const userColumns = sql`
  id, email, name, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt", status,
  operator_role as "operatorRole", referral_code as "referralCode", created_at as "createdAt",
  case when totp_confirmed_at is not null then totp_secret end as "totpSecret"`;

export interface NewUser {
  email: string;
  name: string;
  passwordHash: string;
  referralCode: string;
  referrerCode: string | undefined;
}

/**
 * Writes the registration and answers its id, or null when the address belongs to a verified account. Until an address
 * is verified the last registration counts: whoever reads its letters decides.
 */
export async function saveRegistration(db: Queries, user: NewUser): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into users as u (id, email, name, password_hash, referral_code, referrer_id)
    values (${uuidv7()}, ${user.email}, ${user.name}, ${user.passwordHash}, ${user.referralCode},
      (select id from users where referral_code = ${user.referrerCode ?? null} and email_verified_at is not null))
    on conflict (email) do update set
      name = excluded.name, password_hash = excluded.password_hash, referrer_id = excluded.referrer_id
    where u.email_verified_at is null
    returning id`);
  return row?.id ?? null;
}

export async function saveConsent(
  db: Queries,
  consent: { userId: string; document: string; version: string; address: string },
): Promise<void> {
  await db.query(sql`
    insert into consents (id, user_id, document, version, address)
    values (${uuidv7()}, ${consent.userId}, ${consent.document}, ${consent.version}, ${consent.address})`);
}

export async function findUserByEmail(db: Queries, email: string): Promise<User | null> {
  const [user] = await db.query<User>(sql`select ${userColumns} from users where email = ${email}`);
  return user ?? null;
}

export async function getUser(db: Queries, id: string): Promise<User> {
  const [user] = await db.query<User>(sql`select ${userColumns} from users where id = ${id}`);
  if (!user) throw new Error(`no user ${id}`);
  return user;
}

/** Answers null when the address was verified before, or another person has got it meanwhile. */
export async function markEmailVerified(db: Queries, userId: string): Promise<User | null> {
  const [user] = await db.query<User>(sql`
    update users set email_verified_at = now()
    where id = ${userId} and email_verified_at is null and status <> 'deleted'
    returning ${userColumns}`);
  return user ?? null;
}

/** Whether the password is still this one; if so, it stays so until the transaction ends. */
export async function holdPassword(db: Queries, user: Pick<User, 'id' | 'passwordHash'>): Promise<boolean> {
  const rows = await db.query(sql`
    select from users where id = ${user.id} and password_hash = ${user.passwordHash} for no key update`);
  return rows.length > 0;
}

export async function changePasswordHash(db: Queries, userId: string, passwordHash: string): Promise<void> {
  await db.query(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

export type LetterPurpose = 'verify_email' | 'reset_password' | 'change_email';

export async function saveLetterToken(
  db: Queries,
  token: { hash: Buffer; userId: string; purpose: Exclude<LetterPurpose, 'change_email'>; lifetimeSeconds: number },
): Promise<void> {
  await db.query(sql`
    insert into letter_tokens (hash, user_id, purpose, expires_at)
    values (${token.hash}, ${token.userId}, ${token.purpose}, now() + make_interval(secs => ${token.lifetimeSeconds}))`);
}

export async function findLetterTokenUser(db: Queries, hash: Buffer, purpose: LetterPurpose): Promise<string | null> {
  const [row] = await db.query<{ userId: string }>(sql`
    select user_id as "userId" from letter_tokens
    where hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()`);
  return row?.userId ?? null;
}

/** Of any number of uses at once exactly one gets the user, the others null. */
export async function spendLetterToken(db: Queries, hash: Buffer, purpose: LetterPurpose): Promise<string | null> {
  const [row] = await db.query<{ userId: string }>(sql`
    update letter_tokens set used_at = now()
    where hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning user_id as "userId"`);
  return row?.userId ?? null;
}

export async function discardLetterTokens(db: Queries, userId: string, purpose: LetterPurpose): Promise<void> {
  await db.query(sql`delete from letter_tokens where user_id = ${userId} and purpose = ${purpose} and used_at is null`);
}

export async function deleteOldLetterTokens(db: Queries): Promise<void> {
  await db.query(sql`delete from letter_tokens where expires_at < now() - interval '1 day'`);
}

/** Null when there is an operator already, or the address is taken. */
export async function saveFirstOperator(
  db: Queries,
  operator: { email: string; name: string; passwordHash: string; referralCode: string },
): Promise<string | null> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('first operator'))`);
  const [row] = await db.query<{ id: string }>(sql`
    insert into users (id, email, name, password_hash, referral_code, email_verified_at, operator_role)
    select ${uuidv7()}, ${operator.email}, ${operator.name}, ${operator.passwordHash}, ${operator.referralCode}, now(), 'admin'
    where not exists (select from users where operator_role = 'admin')
    on conflict do nothing
    returning id`);
  return row?.id ?? null;
}

export async function hasOperator(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from users where operator_role = 'admin' limit 1`);
  return rows.length > 0;
}

/** Null when there is none, or they have deleted themselves. */
export async function lockUser(db: Queries, id: string): Promise<User | null> {
  const [user] = await db.query<User>(sql`
    select ${userColumns} from users where id = ${id} and status <> 'deleted' for update`);
  return user ?? null;
}

export async function setStatus(db: Queries, id: string, status: 'active' | 'blocked'): Promise<void> {
  await db.query(sql`update users set status = ${status} where id = ${id}`);
}

export async function setOperatorRole(db: Queries, id: string, role: OperatorRole | null): Promise<void> {
  await db.query(sql`update users set operator_role = ${role} where id = ${id}`);
}

/** Everything that opens the account. */
export async function deleteAccess(db: Queries, userId: string): Promise<void> {
  await db.query(sql`delete from sessions where user_id = ${userId}`);
  await db.query(sql`delete from letter_tokens where user_id = ${userId}`);
  await db.query(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** The new referral code is one that nobody has been given; no password leads to this hash. */
export async function anonymiseUser(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    update users set status = 'deleted', deleted_at = now(), email = ${placeholderOf(userId)},
      name = 'Удалённый пользователь', password_hash = 'none', phone = null, timezone = default,
      totp_secret = null, totp_confirmed_at = null, operator_role = null,
      referral_code = ${placeholderOf(userId)}
    where id = ${userId}`);
}

/** Changes of who is an admin happen one after another. */
export async function lockAdmins(db: Queries): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('operators'))`);
}

export async function countAdmins(db: Queries): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from users where operator_role = 'admin' and status = 'active'`);
  return row?.count ?? 0;
}
