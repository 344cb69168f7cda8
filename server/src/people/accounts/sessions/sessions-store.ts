import type { Session as SessionItem } from '@kazna/contract/cabinet/sessions';
import { isOpen } from '../../../organizations/reads.ts';
import { announce } from '../../../platform/db/announce.ts';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { Problem } from '../../../platform/http/problem.ts';

/** A session expires after 30 days without use and after 180 days in all. */
export const isAlive = sql`
  s.ended_at is null and s.last_used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days'`;

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

export interface RefreshTokenRecord {
  hash: Buffer;
  nonce: Buffer;
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
    hasSecondFactor: boolean;
  },
): Promise<void> {
  const { id, userId, organizationId, refresh, device, address, hasSecondFactor } = session;
  await db.query(sql`
    insert into sessions (id, user_id, organization_id, refresh_hash, refresh_nonce, device, address, second_factor_at)
    values (${id}, ${userId}, ${organizationId}, ${refresh.hash}, ${refresh.nonce}, ${device}, ${address},
      case when ${hasSecondFactor}::boolean then now() end)`);
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

const confirmationMinutes = 10;

export async function updateIdentityConfirmed(db: Queries, id: string): Promise<void> {
  await db.query(sql`update sessions set identity_confirmed_at = now() where id = ${id} and ended_at is null`);
}

/**
 * Locks the person against a reset, a block and a deletion, and requires that none of them has ended the session: a way
 * in that is added afterwards would survive it.
 */
export async function lockOwnSession(tx: Queries, { userId, sessionId }: OwnSession): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
  const rows = await tx.query(sql`
    select from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and u.status = 'active' and ${isAlive}`);
  if (rows.length === 0) throw new Problem('unauthorized');
}

export async function updateSecondFactorProved(db: Queries, id: string): Promise<void> {
  await db.query(sql`update sessions set second_factor_at = now() where id = ${id} and ended_at is null`);
}

export async function updateView(
  db: Queries,
  id: string,
  view: { organizationId: string; until: string } | null,
): Promise<void> {
  await db.query(sql`
    update sessions set view_organization_id = ${view?.organizationId ?? null}, view_until = ${view?.until ?? null}
    where id = ${id}`);
}

/** The announcement makes the browsers of the staff who view find out at once. */
export async function endViewsOf(tx: Transaction, organizationId: string): Promise<void> {
  const viewers = await tx.query<{ userId: string }>(sql`
    update sessions set view_organization_id = null, view_until = null where view_organization_id = ${organizationId}
    returning user_id as "userId"`);
  for (const { userId } of viewers) announce(tx, { userId }, 'memberships');
}

export async function endViewsBy(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`
    update sessions set view_organization_id = null, view_until = null
    where user_id = ${userId} and view_organization_id is not null`);
}

/** Once the person has neither a code nor a passkey, what sessions proved before counts for nothing. */
export async function resetSecondFactors(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    update sessions s set second_factor_at = null from users u
    where s.user_id = ${userId} and u.id = s.user_id and s.second_factor_at is not null
      and u.totp_confirmed_at is null and not exists (select from passkeys p where p.user_id = u.id)`);
}

/** A time in the future was written while the clock was ahead, and counts for nothing. */
const isFresh = (time: Sql) => sql`${time} between now() - make_interval(mins => ${confirmationMinutes}) and now()`;

/** A sign-in is as good a proof as a confirmation. */
export const isRecentlyProved = sql`
  (${isFresh(sql`s.created_at`)} or coalesce(${isFresh(sql`s.identity_confirmed_at`)}, false))`;

export const isConfirmed = sql`(${isFresh(sql`s.identity_confirmed_at`)})`;

export async function hasFreshConfirmation(db: Queries, id: string): Promise<boolean> {
  const rows = await db.query(sql`select from sessions s where s.id = ${id} and ${isAlive} and ${isConfirmed}`);
  return rows.length > 0;
}

interface OwnSession {
  userId: string;
  sessionId: string;
}

export async function endCurrentSession(tx: Transaction, { userId, sessionId }: OwnSession): Promise<void> {
  await tx.query(sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`);
  announceEnd(tx, userId);
}

/** Another person's session answers 404, as a missing one. */
export async function endOwnSession(tx: Transaction, { userId, sessionId }: OwnSession): Promise<void> {
  const rows = await tx.query(sql`
    update sessions s set ended_at = now()
    where s.id = ${sessionId} and s.user_id = ${userId} and ${isAlive} returning s.id`);
  if (rows.length === 0) throw new Problem('not_found');
  announceEnd(tx, userId);
}

/** All sessions of the person but the kept one. */
export async function endSessionsBut(tx: Transaction, userId: string, keptSessionId?: string): Promise<void> {
  await tx.query(sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${keptSessionId ?? null}::uuid`);
  announceEnd(tx, userId);
}

/** The announcement makes live streams find out at once that their session is over. */
function announceEnd(tx: Transaction, userId: string): void {
  announce(tx, { userId }, 'memberships');
}

export async function endOldestSessions(db: Queries, userId: string, kept: number): Promise<void> {
  await db.query(sql`
    update sessions set ended_at = now() where id in (
      select s.id from sessions s where s.user_id = ${userId} and ${isAlive}
      order by s.last_used_at desc, s.id desc offset ${kept})`);
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

export async function countLiveSessions(db: Queries, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from sessions s where s.user_id = ${userId} and ${isAlive}`);
  return row?.count ?? 0;
}

export function listSessions(
  db: Queries,
  { userId, sessionId: currentId }: { userId: string; sessionId: string },
): Promise<SessionItem[]> {
  return db.query<SessionItem>(sql`
    select s.id, s.device, host(s.address) as address, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      s.id = ${currentId} as "isCurrent"
    from sessions s where s.user_id = ${userId} and ${isAlive}
    order by s.id = ${currentId} desc, s.last_used_at desc, s.id desc limit 100`);
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

/** The last session of each person stays without device and address: it shows when they were active. */
export async function deleteOldSessions(db: Queries): Promise<void> {
  await db.query(sql`
    delete from sessions s where s.last_used_at < now() - interval '1 year'
      and exists (select from sessions later where later.user_id = s.user_id and later.last_used_at > s.last_used_at)`);
  await db.query(sql`
    update sessions set device = null, address = null
    where last_used_at < now() - interval '1 year' and address is not null`);
}
