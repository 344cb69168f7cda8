import type { Session as ListedSession } from '@kazna/contract/cabinet/sessions';
import type { OperatorRole } from '@kazna/contract/shared/permissions';
import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { RefreshTokenRecord } from './refresh-token.ts';

export interface Session {
  id: string;
  userId: string;
  organizationId: string | null;
  refreshHash: Buffer;
  refreshNonce: Buffer;
  previousRefreshHash: Buffer | null;
  generation: number;
  /** The previous token is still honoured: the current pair was not used yet, or only a moment ago. */
  isWithinGrace: boolean;
}

/** A session lives 30 days without use and 180 in all. */
const isAlive = sql`
  s.ended_at is null and s.last_used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days'`;

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

/** The living session, locked until the transaction ends, so that rotations happen one after another. */
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

export async function moveSession(db: Queries, id: string, organizationId: string | null): Promise<void> {
  await db.query(sql`update sessions set organization_id = ${organizationId} where id = ${id}`);
}

/** The current pair has reached its owner. */
export async function confirmPair(db: Queries, id: string, generation: number): Promise<void> {
  await db.query(sql`
    update sessions set confirmed_at = now()
    where id = ${id} and generation = ${generation} and confirmed_at is null`);
}

export async function endSession(db: Queries, id: string): Promise<void> {
  await db.query(sql`update sessions set ended_at = now() where id = ${id} and ended_at is null`);
}

/** All of the person's, or all but one. */
export async function endSessionsOf(db: Queries, userId: string, exceptId?: string): Promise<void> {
  await db.query(sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptId ?? null}::uuid`);
}

/** Those of the person that were used least recently, beyond so many. */
export async function endOldestSessions(db: Queries, userId: string, kept: number): Promise<void> {
  await db.query(sql`
    update sessions set ended_at = now() where id in (
      select s.id from sessions s where s.user_id = ${userId} and ${isAlive}
      order by s.last_used_at desc, s.id desc offset ${kept})`);
}

/** False when the person has no such living session. */
export async function endSessionOf(db: Queries, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update sessions s set ended_at = now() where s.id = ${id} and s.user_id = ${userId} and ${isAlive} returning s.id`);
  return rows.length > 0;
}

/** The current one first: it is in use at this very moment. */
export function listSessionsOf(db: Queries, userId: string, currentId: string): Promise<ListedSession[]> {
  return db.query<ListedSession>(sql`
    select s.id, s.device, host(s.address) as address, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      s.id = ${currentId} as "isCurrent"
    from sessions s where s.user_id = ${userId} and ${isAlive}
    order by s.id = ${currentId} desc, s.last_used_at desc, s.id desc limit 100`);
}

export async function countSessionsOf(db: Queries, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from sessions s where s.user_id = ${userId} and ${isAlive}`);
  return row?.count ?? 0;
}

export interface SessionCaller {
  userId: string;
  sessionId: string;
  /** Null once the person has lost the organization: they stay signed in and go on in another. */
  organizationId: string | null;
  operatorRole: OperatorRole | null;
}

export interface FoundCaller extends SessionCaller {
  /** The rotation whose pair nobody has used yet; null once somebody has. */
  unconfirmedGeneration: number | null;
}

/** Asked at every call: a session that ended a moment ago is refused whatever its access token says. */
export async function findCaller(db: Queries, sessionId: string): Promise<FoundCaller | null> {
  const [caller] = await db.query<FoundCaller>(sql`
    select s.user_id as "userId", s.id as "sessionId", u.operator_role as "operatorRole",
      o.id as "organizationId", case when s.confirmed_at is null then s.generation end as "unconfirmedGeneration"
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
    left join organizations o on o.id = m.organization_id and o.status <> 'closed'
    where s.id = ${sessionId} and u.status = 'active' and ${isAlive}`);
  return caller ?? null;
}

/**
 * The wanted organization when the person belongs to it; none wanted: the one they used last or, before they used any,
 * the one they joined last rather than their personal one.
 */
export async function chooseOrganization(db: Queries, userId: string, wantedId?: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select m.organization_id as id
    from memberships m join organizations o on o.id = m.organization_id and o.status <> 'closed'
    left join sessions s on s.user_id = m.user_id and s.organization_id = m.organization_id
    where m.user_id = ${userId} and (${wantedId ?? null}::uuid is null or m.organization_id = ${wantedId ?? null}::uuid)
    order by s.last_used_at desc nulls last, o.kind = 'person', m.created_at desc, m.organization_id desc limit 1`);
  return row?.id ?? null;
}

/** Whether the person has signed in before at all, and from such a device in such a network. */
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

/** A year after their last use. Of the last of each person the times stay, which tell when they were here. */
export async function forgetOldSessions(db: Queries): Promise<void> {
  await db.query(sql`
    delete from sessions s where s.last_used_at < now() - interval '1 year'
      and exists (select from sessions later where later.user_id = s.user_id and later.last_used_at > s.last_used_at)`);
  await db.query(sql`
    update sessions set device = null, address = null
    where last_used_at < now() - interval '1 year' and address is not null`);
}

/** The stored value, which is the given one only for whoever came first. */
export async function keepServerSecret(db: Queries, name: string, value: string): Promise<string> {
  await db.query(sql`insert into server_secrets (name, value) values (${name}, ${value}) on conflict do nothing`);
  const [row] = await db.query<{ value: string }>(sql`select value from server_secrets where name = ${name}`);
  return (row as { value: string }).value;
}
