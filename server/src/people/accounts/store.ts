import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { deletedPersonName, placeholderEmail } from './deleted-person.ts';

export interface User {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  emailVerifiedAt: string | null;
  status: 'active' | 'blocked' | 'deleted';
  operatorRole: StaffRole | null;
  referralCode: string;
  createdAt: string;
  /** Encrypted; null without a confirmed second factor. */
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
  referrerId: string | null;
}

/** Returns null when the address is taken. */
export async function insertUser(db: Queries, user: NewUser): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into users (id, email, name, password_hash, referral_code, referrer_id, email_verified_at)
    values (${uuidv7()}, ${user.email}, ${user.name}, ${user.passwordHash}, ${user.referralCode}, ${user.referrerId}, now())
    on conflict (email) do nothing
    returning id`);
  return row?.id ?? null;
}

export async function findReferrer(db: Queries, code: string | undefined): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from users where referral_code = ${code ?? null} and status = 'active'`);
  return row?.id ?? null;
}

export async function saveConsent(
  db: Queries,
  consent: { userId: string; document: string; version: string; address: string | null; acceptedAt?: string },
): Promise<void> {
  await db.query(sql`
    insert into consents (id, user_id, document, version, address, accepted_at)
    values (${uuidv7()}, ${consent.userId}, ${consent.document}, ${consent.version}, ${consent.address},
      coalesce(${consent.acceptedAt ?? null}::timestamptz, now()))`);
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

/** Locks the user and returns whether the password is unchanged; it stays so until the transaction ends. */
export async function lockPassword(db: Queries, user: Pick<User, 'id' | 'passwordHash'>): Promise<boolean> {
  const rows = await db.query(sql`
    select from users where id = ${user.id} and password_hash = ${user.passwordHash} for no key update`);
  return rows.length > 0;
}

export async function changePasswordHash(db: Queries, userId: string, passwordHash: string): Promise<void> {
  await db.query(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

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

/** Null for a missing or deleted user. */
export async function lockUser(db: Queries, id: string): Promise<User | null> {
  const [user] = await db.query<User>(sql`
    select ${userColumns} from users where id = ${id} and status <> 'deleted' for update`);
  return user ?? null;
}

export async function setStatus(db: Queries, id: string, status: 'active' | 'blocked'): Promise<void> {
  await db.query(sql`update users set status = ${status} where id = ${id}`);
}

export async function setStaffRole(db: Queries, id: string, role: StaffRole | null): Promise<void> {
  await db.query(sql`update users set operator_role = ${role} where id = ${id}`);
}

export async function deleteAccess(db: Queries, userId: string): Promise<void> {
  await db.query(sql`delete from sessions where user_id = ${userId}`);
  await db.query(sql`delete from letter_tokens where user_id = ${userId}`);
  await db.query(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.query(sql`delete from registrations where email = (select email from users where id = ${userId})`);
}

/** No password has this hash, and nobody can type this referral code. */
export async function anonymiseUser(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    update users set status = 'deleted', deleted_at = now(), email = ${placeholderEmail(userId)},
      name = ${deletedPersonName}, password_hash = 'none', phone = null, timezone = default,
      totp_secret = null, totp_confirmed_at = null, operator_role = null,
      referral_code = ${placeholderEmail(userId)}
    where id = ${userId}`);
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

/** What the person agreed to stays, from where does not. */
export async function forgetConsentAddresses(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update consents set address = null where user_id = ${userId}`);
}

/** Addresses that letters to the person went to, besides their own. */
export async function selectWantedAddresses(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select distinct email from letter_tokens where user_id = ${userId} and email is not null`);
  return rows.map(({ email }) => email);
}

/** Omitted fields stay; an empty phone is removed. */
export async function updatePerson(
  db: Queries,
  userId: string,
  form: { name?: string | undefined; phone?: string | undefined; timezone?: string | undefined },
): Promise<void> {
  const { name = null, phone = null, timezone = null } = form;
  await db.query(sql`
    update users set name = coalesce(${name}, name), timezone = coalesce(${timezone}, timezone),
      phone = nullif(coalesce(${phone}, phone), '')
    where id = ${userId} and status = 'active'`);
}
