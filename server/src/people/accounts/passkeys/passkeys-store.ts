import type { Passkey } from '@kazna/contract/cabinet/passkeys';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

/** What verifies a signature. */
export interface StoredCredential {
  id: string;
  userId: string;
  /** Of the owner, as the authenticator knows them. */
  userHandle: Buffer;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSynced: boolean;
}

const credentialColumns = sql`
  p.id, p.user_id as "userId", u.passkey_handle as "userHandle", p.credential_id as "credentialId",
  p.public_key as "publicKey", p.counter::float8 as counter, p.transports, p.is_synced as "isSynced"`;

export async function findCredential(db: Queries, credentialId: string): Promise<StoredCredential | null> {
  const [row] = await db.query<StoredCredential>(sql`
    select ${credentialColumns} from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${credentialId}`);
  return row ?? null;
}

export function selectCredentials(db: Queries, userId: string): Promise<StoredCredential[]> {
  return db.query<StoredCredential>(sql`
    select ${credentialColumns} from passkeys p join users u on u.id = p.user_id
    where p.user_id = ${userId} order by p.id`);
}

/** Returns false when it was removed meanwhile. */
export async function updateUsed(
  db: Queries,
  id: string,
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<boolean> {
  const rows = await db.query(sql`
    update passkeys set counter = ${counter}, is_synced = ${isSynced}, last_used_at = now()
    where id = ${id} returning id`);
  return rows.length > 0;
}

const passkeyColumns = sql`
  id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"`;

export function selectPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  return db.query<Passkey>(sql`
    select ${passkeyColumns} from passkeys where user_id = ${userId} order by id desc`);
}

export interface NewPasskey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSynced: boolean;
  name: string;
}

/** Returns null when the credential is stored already. */
export async function insertPasskey(db: Queries, passkey: NewPasskey): Promise<Passkey | null> {
  const { id, userId, credentialId, publicKey, counter, transports, isSynced, name } = passkey;
  const [row] = await db.query<Passkey>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name)
    values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${isSynced}, ${name})
    on conflict (credential_id) do nothing
    returning ${passkeyColumns}`);
  return row ?? null;
}

/** Null for a missing one and for another person's. */
export async function deletePasskey(
  db: Queries,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<{ name: string; credentialId: string } | null> {
  const [row] = await db.query<{ name: string; credentialId: string }>(sql`
    delete from passkeys where id = ${passkeyId} and user_id = ${userId}
    returning name, credential_id as "credentialId"`);
  return row ?? null;
}

/** Returns whether there were any. */
export async function deletePasskeys(db: Queries, userId: string): Promise<boolean> {
  const rows = await db.query(sql`delete from passkeys where user_id = ${userId} returning id`);
  return rows.length > 0;
}

/** Locks the person, which serializes additions, and returns how many passkeys they have. */
export async function lockAndCount(tx: Transaction, userId: string): Promise<number> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from passkeys where user_id = ${userId}`);
  return row?.count ?? 0;
}

/** Returns the stored handle: the first one stays. */
export async function getOrSetHandle(db: Queries, userId: string, handle: Buffer): Promise<Buffer> {
  const [row] = await db.query<{ handle: Buffer }>(sql`
    update users set passkey_handle = coalesce(passkey_handle, ${handle}) where id = ${userId}
    returning passkey_handle as handle`);
  return (row as { handle: Buffer }).handle;
}

/** Atomic: of concurrent uses exactly one returns true. */
export async function spendChallenge(db: Queries, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const rows = await db.query(sql`
    insert into spent_passkey_challenges (hash, expires_at) values (${hash}, ${expiresAt.toISOString()})
    on conflict do nothing returning hash`);
  return rows.length > 0;
}

export async function deleteSpentChallenges(db: Queries): Promise<void> {
  await db.query(sql`delete from spent_passkey_challenges where expires_at < now() - interval '1 day'`);
}
