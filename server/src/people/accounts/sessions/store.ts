import { isOpen } from '../../../organizations/reads.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isAlive } from './reads.ts';
import type { RefreshTokenRecord } from './refresh-token.ts';

export interface Session {
  id: string;
  userId: string;
  organizationId: string | null;
  refreshHash: Buffer;
  refreshNonce: Buffer;
  previousRefreshHash: Buffer | null;
  generation: number;
  /** The previous token is still valid: the current pair was not used yet, or only a moment ago. */
  isWithinGrace: boolean;
}

export async function insertSession(
  db: Queries,
  session: {
    id: string;
    userId: string;
    organizationId: string | null;
    refresh: RefreshTokenRecord;
    device: string;
    address: string;
  },
): Promise<void> {
  const { id, userId, organizationId, refresh, device, address } = session;
  await db.query(sql`
    insert into sessions (id, user_id, organization_id, refresh_hash, refresh_nonce, device, address)
    values (${id}, ${userId}, ${organizationId}, ${refresh.hash}, ${refresh.nonce}, ${device}, ${address})`);
}

/** The lock serializes rotations. */
export async function lockSession(db: Queries, id: string, graceMs: number): Promise<Session | null> {
  const [session] = await db.query<Session>(sql`
    select s.id, s.user_id as "userId", s.organization_id as "organizationId", s.refresh_hash as "refreshHash",
      s.refresh_nonce as "refreshNonce", s.previous_refresh_hash as "previousRefreshHash",
      s.generation,
      s.confirmed_at is null or s.confirmed_at > now() - make_interval(secs => ${graceMs / 1000}) as "isWithinGrace"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and u.status = 'active' and ${isAlive}
    for update of s`);
  return session ?? null;
}

export async function rotateSession(
  db: Queries,
  id: string,
  refresh: RefreshTokenRecord,
  organizationId: string | null,
): Promise<void> {
  await db.query(sql`
    update sessions set previous_refresh_hash = refresh_hash, refresh_hash = ${refresh.hash},
      refresh_nonce = ${refresh.nonce}, generation = generation + 1, confirmed_at = null,
      rotated_at = now(), last_used_at = now(), organization_id = ${organizationId}
    where id = ${id}`);
}

export interface Rotated {
  userId: string;
  organizationId: string | null;
  generation: number;
}

/**
 * Rotates the tokens in one statement if the presented one is current; null otherwise. Of two calls with one token the
 * second waits for the first, and no longer finds the hash. A lost organization is replaced by another.
 */
export async function rotateCurrent(
  db: Queries,
  { sessionId, hash }: { sessionId: string; hash: Buffer },
  refresh: RefreshTokenRecord,
): Promise<Rotated | null> {
  const [row] = await db.query<Rotated>(sql`
    update sessions s set previous_refresh_hash = s.refresh_hash, refresh_hash = ${refresh.hash},
      refresh_nonce = ${refresh.nonce}, generation = s.generation + 1, confirmed_at = null,
      rotated_at = now(), last_used_at = now(),
      organization_id = coalesce(
        (select m.organization_id from memberships m join organizations o on o.id = m.organization_id and ${isOpen}
          where m.user_id = s.user_id and m.organization_id = s.organization_id),
        (${organizationChoice(sql`s.user_id`, sql`true`)}))
    from users u
    where s.id = ${sessionId} and s.refresh_hash = ${hash} and u.id = s.user_id and u.status = 'active' and ${isAlive}
    returning s.user_id as "userId", s.organization_id as "organizationId", s.generation`);
  return row ?? null;
}

export async function setSessionOrganization(db: Queries, id: string, organizationId: string | null): Promise<void> {
  await db.query(sql`update sessions set organization_id = ${organizationId} where id = ${id}`);
}

export async function confirmPair(db: Queries, id: string, generation: number): Promise<void> {
  await db.query(sql`
    update sessions set confirmed_at = now()
    where id = ${id} and generation = ${generation} and confirmed_at is null`);
}

const confirmationMinutes = 10;

export async function updateIdentityConfirmed(db: Queries, id: string): Promise<void> {
  await db.query(sql`update sessions set identity_confirmed_at = now() where id = ${id} and ended_at is null`);
}

/** A time in the future was written while the clock was ahead, and counts for nothing. */
export async function hasFreshConfirmation(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from sessions s where s.id = ${id} and ${isAlive}
      and s.identity_confirmed_at between now() - make_interval(mins => ${confirmationMinutes}) and now()`);
  return rows.length > 0;
}

export async function endSession(db: Queries, id: string): Promise<void> {
  await db.query(sql`update sessions set ended_at = now() where id = ${id} and ended_at is null`);
}

export async function endSessionsOf(db: Queries, userId: string, exceptId?: string): Promise<void> {
  await db.query(sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptId ?? null}::uuid`);
}

export async function endOldestSessions(db: Queries, userId: string, kept: number): Promise<void> {
  await db.query(sql`
    update sessions set ended_at = now() where id in (
      select s.id from sessions s where s.user_id = ${userId} and ${isAlive}
      order by s.last_used_at desc, s.id desc offset ${kept})`);
}

export async function endSessionOf(db: Queries, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update sessions s set ended_at = now() where s.id = ${id} and s.user_id = ${userId} and ${isAlive} returning s.id`);
  return rows.length > 0;
}

/** Without a given one: the organization used last, else the one joined last, personal ones after others. */
export async function chooseOrganization(db: Queries, userId: string, wantedId?: string): Promise<string | null> {
  const isWanted = wantedId === undefined ? sql`true` : sql`m.organization_id = ${wantedId}`;
  const [row] = await db.query<{ id: string }>(organizationChoice(sql`${userId}`, isWanted));
  return row?.id ?? null;
}

function organizationChoice(userId: Sql, isWanted: Sql): Sql {
  return sql`
    select m.organization_id as id
    from memberships m join organizations o on o.id = m.organization_id and ${isOpen}
    left join sessions used on used.user_id = m.user_id and used.organization_id = m.organization_id
    where m.user_id = ${userId} and ${isWanted}
    order by used.last_used_at desc nulls last, o.kind = 'person', m.created_at desc, m.organization_id desc limit 1`;
}

export async function findDeviceHistory(
  db: Queries,
  { userId, device, address }: { userId: string; device: string; address: string },
): Promise<{ hasSignedInBefore: boolean; isKnownDevice: boolean }> {
  const [history] = await db.query<{ hasSignedInBefore: boolean; isKnownDevice: boolean }>(sql`
    select count(*) > 0 as "hasSignedInBefore",
      coalesce(bool_or(device = ${device} and
        set_masklen(address, case family(address) when 4 then 16 else 48 end)::cidr >>= ${address}::inet), false)
        as "isKnownDevice"
    from (select device, address from sessions where user_id = ${userId} order by last_used_at desc limit 100) recent`);
  return history ?? { hasSignedInBefore: false, isKnownDevice: false };
}

/** The last session of each person stays without device and address: it tells when they were active. */
export async function deleteOldSessions(db: Queries): Promise<void> {
  await db.query(sql`
    delete from sessions s where s.last_used_at < now() - interval '1 year'
      and exists (select from sessions later where later.user_id = s.user_id and later.last_used_at > s.last_used_at)`);
  await db.query(sql`
    update sessions set device = null, address = null
    where last_used_at < now() - interval '1 year' and address is not null`);
}

/** Returns the stored value: the first process wins. */
export async function getOrCreateServerSecret(db: Queries, name: string, value: string): Promise<string> {
  await db.query(sql`insert into server_secrets (name, value) values (${name}, ${value}) on conflict do nothing`);
  const [row] = await db.query<{ value: string }>(sql`select value from server_secrets where name = ${name}`);
  return (row as { value: string }).value;
}
