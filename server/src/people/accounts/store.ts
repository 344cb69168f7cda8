import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { deleteLinks, type ExternalIdentity } from './external/external-store.ts';

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

/** Throws on `users_email_key` when the address is taken. */
export async function replaceEmail(db: Queries, userId: string, email: string): Promise<void> {
  await db.query(sql`update users set email = ${email} where id = ${userId}`);
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
  await db.query(sql`delete from passkeys where user_id = ${userId}`);
  await deleteLinks(db, userId);
  await db.query(sql`delete from registrations where email = (select email from users where id = ${userId})`);
}

/** No password has this hash, and this referral code cannot be typed. */
export async function anonymizeUser(
  db: Queries,
  userId: string,
  { name, placeholder }: { name: string; placeholder: string },
): Promise<void> {
  await db.query(sql`
    update users set status = 'deleted', deleted_at = now(), email = ${placeholder}, name = ${name},
      password_hash = 'none', phone = null, timezone = default,
      totp_secret = null, totp_confirmed_at = null, operator_role = null, passkey_handle = null,
      referral_code = ${placeholder}
    where id = ${userId}`);
}

/** What the person agreed to stays, from where does not. */
export async function deleteConsentAddresses(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update consents set address = null where user_id = ${userId}`);
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

/** Returns false when the second factor is on already. */
export async function saveTotpSecret(db: Queries, userId: string, secret: string): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_secret = ${secret}, totp_last_step = 0
    where id = ${userId} and totp_confirmed_at is null returning id`);
  return rows.length > 0;
}

/** Encrypted secrets contain a dot, base32 does not. */
export function selectPlainSecrets(db: Queries): Promise<{ userId: string; secret: string }[]> {
  return db.query(sql`
    select id as "userId", totp_secret as secret from users where totp_secret not like '%.%' order by id limit 500`);
}

export async function replaceSecret(
  db: Queries,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await db.query(sql`update users set totp_secret = ${to} where id = ${userId} and totp_secret = ${from}`);
}

export interface SecondFactor {
  secret: string | null;
  isConfirmed: boolean;
}

export async function lockSecondFactor(db: Queries, userId: string): Promise<SecondFactor> {
  const [row] = await db.query<SecondFactor>(sql`
    select totp_secret as secret, totp_confirmed_at is not null as "isConfirmed"
    from users where id = ${userId} for no key update`);
  return row ?? { secret: null, isConfirmed: false };
}

export async function switchSecondFactorOn(db: Queries, userId: string, recoveryHashes: Buffer[]): Promise<void> {
  await db.query(sql`update users set totp_confirmed_at = now() where id = ${userId}`);
  await db.query(sql`
    insert into recovery_codes (user_id, hash) select ${userId}, unnest(${recoveryHashes}::bytea[])`);
}

/** Returns false when it was off already. */
export async function switchSecondFactorOff(db: Queries, userId: string): Promise<boolean> {
  const { isConfirmed } = await lockSecondFactor(db, userId);
  await db.query(sql`update users set totp_secret = null, totp_confirmed_at = null where id = ${userId}`);
  await db.query(sql`delete from recovery_codes where user_id = ${userId}`);
  return isConfirmed;
}

/** Five minutes: more than clock skew between processes plus the accepted early step. */
const stepsAhead = 10;

/**
 * Atomic: of concurrent uses exactly one returns true, and earlier steps are refused. A last step far ahead was stored
 * while the clock was ahead; without the exception codes would be refused until then.
 */
export async function spendTotpStep(db: Queries, userId: string, step: number): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_last_step = ${step} where id = ${userId}
      and (totp_last_step < ${step}::bigint or totp_last_step > ${step}::bigint + ${stepsAhead}) returning id`);
  return rows.length > 0;
}

/** Atomic: of concurrent uses exactly one returns true. */
export async function spendRecoveryCode(db: Queries, userId: string, hash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and hash = ${hash} and used_at is null returning user_id`);
  return rows.length > 0;
}

export interface Registration {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  referrerId: string | null;
  documents: Record<string, string>;
  address: string | null;
  verifierHash: Buffer;
  /** Of a registration by a provider, which has no password. */
  externalIdentity: ExternalIdentity | null;
  createdAt: string;
}

const registrationColumns = sql`
  r.id, r.email, r.name, r.password_hash as "passwordHash", r.referrer_id as "referrerId", r.documents,
  host(r.address) as address, r.verifier_hash as "verifierHash",
  r.external_identity as "externalIdentity", r.created_at as "createdAt"`;

const registrationLifetime = sql`interval '7 days'`;

export interface NewRegistration extends Omit<Registration, 'referrerId' | 'createdAt' | 'externalIdentity'> {
  referrerCode: string | undefined;
  externalIdentity?: ExternalIdentity;
}

export async function insertRegistration(db: Queries, registration: NewRegistration): Promise<void> {
  const { id, email, name, passwordHash, referrerCode, documents, address, verifierHash } = registration;
  const { externalIdentity = null } = registration;
  await db.query(sql`
    insert into registrations (id, email, name, password_hash, referrer_id, documents, address, verifier_hash,
      external_identity, expires_at)
    values (${id}, ${email}, ${name}, ${passwordHash},
      (select u.id from users u where u.referral_code = ${referrerCode ?? null} and u.status = 'active'),
      ${JSON.stringify(documents)}::jsonb, ${address}, ${verifierHash},
      ${externalIdentity && JSON.stringify(externalIdentity)}::jsonb, now() + ${registrationLifetime})`);
}

export async function findRegistrationByToken(db: Queries, tokenHash: Buffer): Promise<Registration | null> {
  const [row] = await db.query<Registration>(sql`
    select ${registrationColumns} from letter_tokens t join registrations r on r.id = t.registration_id
    where t.hash = ${tokenHash} and t.purpose = 'verify_email' and t.expires_at > now() and r.expires_at > now()`);
  return row ?? null;
}

export async function findPendingRegistration(
  db: Queries,
  email: string,
  { id, verifierHash }: { id?: string | undefined; verifierHash?: Buffer | undefined } = {},
): Promise<Registration | null> {
  const [row] = await db.query<Registration>(sql`
    select ${registrationColumns} from registrations r
    where r.email = ${email} and r.expires_at > now() and (${id ?? null}::uuid is null or r.id = ${id ?? null}::uuid)
    order by r.verifier_hash = ${verifierHash ?? null}::bytea desc nulls last, r.created_at desc, r.id desc limit 1`);
  return row ?? null;
}

/** An advisory lock that serializes everything that turns the address into an account. */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 20))`);
}

/** Also deletes their tokens and resets requested without an account. */
export async function deleteRegistrations(db: Queries, email: string): Promise<void> {
  await db.query(sql`delete from registrations where email = ${email}`);
  await db.query(sql`
    delete from letter_tokens where email = ${email} and purpose = 'reset_password' and user_id is null`);
}

export async function deleteExpiredRegistrations(db: Queries): Promise<void> {
  await db.query(sql`delete from registrations where expires_at <= now()`);
}
