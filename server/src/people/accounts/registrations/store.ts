import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

export interface Registration {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  referrerId: string | null;
  documents: Record<string, string>;
  address: string | null;
  verifierHash: Buffer;
  createdAt: string;
}

const columns = sql`
  r.id, r.email, r.name, r.password_hash as "passwordHash", r.referrer_id as "referrerId", r.documents,
  host(r.address) as address, r.verifier_hash as "verifierHash", r.created_at as "createdAt"`;

const lifetime = sql`interval '7 days'`;
const verificationSeconds = 24 * 60 * 60;
const resetSeconds = 60 * 60;

export interface NewRegistration extends Omit<Registration, 'referrerId' | 'createdAt'> {
  referrerCode: string | undefined;
}

export async function insertRegistration(db: Queries, registration: NewRegistration): Promise<void> {
  const { id, email, name, passwordHash, referrerCode, documents, address, verifierHash } = registration;
  await db.query(sql`
    insert into registrations (id, email, name, password_hash, referrer_id, documents, address, verifier_hash, expires_at)
    values (${id}, ${email}, ${name}, ${passwordHash},
      (select u.id from users u where u.referral_code = ${referrerCode ?? null} and u.status = 'active'),
      ${JSON.stringify(documents)}::jsonb, ${address}, ${verifierHash}, now() + ${lifetime})`);
}

export async function findRegistrationByToken(db: Queries, tokenHash: Buffer): Promise<Registration | null> {
  const [row] = await db.query<Registration>(sql`
    select ${columns} from letter_tokens t join registrations r on r.id = t.registration_id
    where t.hash = ${tokenHash} and t.purpose = 'verify_email' and t.expires_at > now() and r.expires_at > now()`);
  return row ?? null;
}

export async function findPendingRegistration(
  db: Queries,
  email: string,
  { id, verifierHash }: { id?: string | undefined; verifierHash?: Buffer | undefined } = {},
): Promise<Registration | null> {
  const [row] = await db.query<Registration>(sql`
    select ${columns} from registrations r
    where r.email = ${email} and r.expires_at > now() and (${id ?? null}::uuid is null or r.id = ${id ?? null}::uuid)
    order by r.verifier_hash = ${verifierHash ?? null}::bytea desc nulls last, r.created_at desc, r.id desc limit 1`);
  return row ?? null;
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
