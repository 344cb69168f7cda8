import type { ApiKey } from '@kazna/contract/admin/keys';
import type { Scope } from '@kazna/contract/shared/scopes';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { FoundKey } from '../../platform/http/key-access.ts';
import { isWorking } from './reads.ts';

/** One look-up a call. Null for a key that is unknown, revoked or expired. */
export async function findKeyByHash(db: Queries, hash: Buffer, address: string): Promise<FoundKey | null> {
  const [row] = await db.query<FoundKey>(sql`
    select k.id as "keyId", k.scopes,
      (cardinality(k.networks) = 0 or ${address}::inet <<= any(k.networks)) as "isNetworkAllowed"
    from api_key_secrets s join api_keys k on k.id = s.key_id
    where s.hash = ${hash} and (s.expires_at is null or s.expires_at > now()) and ${isWorking}`);
  return row ?? null;
}

export async function updateLastUse(db: Queries, id: string, address: string): Promise<void> {
  await db.query(sql`
    update api_keys set last_used_at = now(), last_used_address = ${address}
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`);
}

export interface NewKey {
  id: string;
  name: string;
  scopes: Scope[];
  networks: string[];
  expiresAt: string | null;
  createdBy: string;
}

export async function insertKey(tx: Transaction, key: NewKey): Promise<void> {
  const { id, name, scopes, networks, expiresAt, createdBy } = key;
  await tx.query(sql`insert into actors (id, kind, name) values (${id}, 'api_key', ${name})`);
  await tx.query(sql`
    insert into api_keys (id, name, scopes, networks, expires_at, created_by)
    values (${id}, ${name}, ${scopes}, ${networks}::inet[], ${expiresAt}, ${createdBy})`);
}

export async function insertSecret(tx: Transaction, keyId: string, hash: Buffer, hint: string): Promise<void> {
  await tx.query(sql`insert into api_key_secrets (hash, key_id, hint) values (${hash}, ${keyId}, ${hint})`);
}

export async function countWorkingKeys(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from api_keys k where ${isWorking}`);
  return row?.count ?? 0;
}

interface LockedKey {
  name: string;
  scopes: string[];
  isWorking: boolean;
}

/** Null for an unknown key. */
export async function lockKey(tx: Transaction, id: string): Promise<LockedKey | null> {
  const [row] = await tx.query<LockedKey>(sql`
    select k.name, k.scopes, ${isWorking} as "isWorking" from api_keys k where k.id = ${id} for no key update`);
  return row ?? null;
}

/** The secrets so far work for the hours at most. */
export async function limitSecrets(tx: Transaction, keyId: string, hours: number): Promise<void> {
  await tx.query(sql`
    update api_key_secrets set expires_at = least(expires_at, now() + make_interval(hours => ${hours}))
    where key_id = ${keyId} and (expires_at is null or expires_at > now())`);
}

export async function markRevoked(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`update api_keys set revoked_at = now() where id = ${id}`);
}

export function selectKeys(db: Queries): Promise<ApiKey[]> {
  return db.query<ApiKey>(sql`
    select k.id, k.name, k.scopes, k.networks::text[] as networks, newest.hint,
      case when k.revoked_at is not null then 'revoked' when ${isWorking} then 'active' else 'expired' end as status,
      case when u.deleted_at is null then u.name end as "createdBy", k.created_at as "createdAt",
      k.expires_at as "expiresAt", (
        select max(s.expires_at) from api_key_secrets s
        where s.key_id = k.id and s.expires_at > now() and ${isWorking}) as "previousWorksUntil",
      k.last_used_at as "lastUsedAt", host(k.last_used_address) as "lastUsedAddress"
    from api_keys k left join users u on u.id = k.created_by
    cross join lateral (
      select s.hint from api_key_secrets s where s.key_id = k.id order by s.created_at desc limit 1) newest
    order by k.id desc limit 1000`);
}
