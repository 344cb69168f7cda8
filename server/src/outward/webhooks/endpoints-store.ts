import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';
import { isStoppedKey } from '../keys/reads.ts';
import type { DisabledReason, Health, Verdict } from './judge-attempt.ts';

export interface EndpointRow {
  id: string;
  url: string;
  description: string | null;
  types: string[];
  enabled: boolean;
  disabledReason: 'gone' | 'failing' | 'requested' | null;
  disabledAt: string | null;
  failingSince: string | null;
  previousSecretExpiresAt: string | null;
  createdAt: string;
}

/** `/v1` promises three reasons: revoking the key switched its endpoints off. */
const endpointColumns = sql`
  id, url, description, types, is_enabled as enabled,
  case disabled_reason when 'key_stopped' then 'requested' else disabled_reason end as "disabledReason",
  disabled_at as "disabledAt",
  failing_since as "failingSince", created_at as "createdAt",
  (
    select max(expires_at) from webhook_previous_secrets p where p.endpoint_id = webhook_endpoints.id and expires_at > now()
  ) as "previousSecretExpiresAt"`;

export async function findEndpoint(db: Queries, id: string): Promise<EndpointRow | null> {
  const [row] = await db.query<EndpointRow>(sql`
    select ${endpointColumns} from webhook_endpoints where id = ${id}`);
  return row ?? null;
}

/** Those that the actor made; of everybody for null. */
export function selectEndpoints(
  db: Queries,
  { limit, cursor }: PageRequest,
  createdBy: string | null = null,
): Promise<EndpointRow[]> {
  return db.query<EndpointRow>(sql`
    select ${endpointColumns} from webhook_endpoints
    where (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      and (${createdBy}::uuid is null or created_by = ${createdBy}::uuid)
    order by id desc limit ${limit + 1}`);
}

export type StaffEndpointRow = Omit<EndpointRow, 'disabledReason'> & {
  disabledReason: EndpointRow['disabledReason'] | 'key_stopped';
  keyId: string | null;
  createdBy: string | null;
};

/** All of them, newest first. */
export function selectEndpointsForStaff(db: Queries): Promise<StaffEndpointRow[]> {
  return db.query<StaffEndpointRow>(sql`
    select e.*, w.disabled_reason as "disabledReason", case when a.kind = 'api_key' then a.id end as "keyId",
      case when u.id is null then a.name when u.deleted_at is null then u.name end as "createdBy"
    from (select ${endpointColumns} from webhook_endpoints) e join webhook_endpoints w using (id)
    join actors a on a.id = w.created_by left join users u on u.id = a.id
    order by id desc`);
}

export async function isEndpointOf(db: Queries, id: string, createdBy: string): Promise<boolean> {
  const rows = await db.query(sql`select from webhook_endpoints where id = ${id} and created_by = ${createdBy}`);
  return rows.length > 0;
}

/** Locks the endpoint: no delivery of it begins or ends meanwhile. */
export async function lockEndpoint(tx: Transaction, id: string): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(sql`
    select ${endpointColumns} from webhook_endpoints where id = ${id} for no key update`);
  return row ?? null;
}

export interface NewEndpoint {
  id: string;
  url: string;
  description: string | null;
  types: string[];
  secret: string;
  /** Events up to here are not sent. */
  position: string;
  createdBy: string;
}

/** Serializes creations, so that their number stays within the limit. */
export async function lockEndpointCount(tx: Transaction): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('webhook endpoints'))`);
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count from webhook_endpoints`);
  return row?.count ?? 0;
}

export async function insertEndpoint(tx: Transaction, endpoint: NewEndpoint): Promise<void> {
  const { id, url, description, types, secret, position, createdBy } = endpoint;
  await tx.query(sql`
    insert into webhook_endpoints (id, url, description, types, secret, position, created_by)
    values (${id}, ${url}, ${description}, ${types}, ${secret}, ${position}, ${createdBy})`);
}

export async function updateEndpointFields(
  tx: Transaction,
  { id, url, description, types }: Pick<EndpointRow, 'id' | 'url' | 'description' | 'types'>,
): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints set url = ${url}, description = ${description}, types = ${types} where id = ${id}`);
}

/** Starts at the position, with a clean record. The endpoint of a key that was stopped is from now on the actor's. */
export async function enableEndpoint(
  tx: Transaction,
  id: string,
  { position, actorId }: { position: string; actorId: string },
): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints w set is_enabled = true, disabled_reason = null, disabled_at = null, position = ${position},
      paused_until = null, failing_since = null, last_failure_at = null, warned_at = null,
      created_by = case when ${isStoppedKey(sql`w.created_by`)} then ${actorId}::uuid else w.created_by end
    where id = ${id}`);
}

/** Sorted by id. */
export function lockEnabledOf(tx: Transaction, createdBy: string): Promise<Pick<EndpointRow, 'id' | 'url'>[]> {
  return tx.query(sql`
    select id, url from webhook_endpoints where created_by = ${createdBy} and is_enabled order by id for no key update`);
}

const isOfStoppedKey = sql`w.is_enabled and ${isStoppedKey(sql`w.created_by`)}`;

export async function hasEndpointsOfStoppedKeys(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from webhook_endpoints w where ${isOfStoppedKey} limit 1`);
  return rows.length > 0;
}

export async function lockEndpointsOfStoppedKeys(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select w.id from webhook_endpoints w where ${isOfStoppedKey} order by w.id for no key update`);
  return rows.map(({ id }) => id);
}

/**
 * What waits for its turn has failed: a later replay sends it. Attempts that run end by themselves. Test events and
 * replays are sent all the same, but not those that a stopped key may have asked for.
 */
export async function disableEndpoint(
  tx: Transaction,
  id: string,
  reason: DisabledReason | 'requested' | 'key_stopped',
): Promise<void> {
  await tx.query(sql`
    with waiting as (
      update webhook_deliveries set status = 'failed', next_attempt_at = null, lease = null
      where endpoint_id = ${id} and status = 'pending' and (has_retries or ${reason} = 'key_stopped')
        and (lease is null or next_attempt_at <= now())
    )
    update webhook_endpoints set is_enabled = false, disabled_reason = ${reason}, disabled_at = now()
    where id = ${id} and is_enabled`);
}

export async function deleteEndpointRow(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`delete from webhook_endpoints where id = ${id}`);
}

export async function findSecret(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ secret: string }>(sql`select secret from webhook_endpoints where id = ${id}`);
  return row?.secret ?? null;
}

/** The secrets so far sign for so many hours more at most; without any they are deleted at once. */
export async function updateSecret(
  tx: Transaction,
  id: string,
  { secret, overlapHours }: { secret: string; overlapHours: number },
): Promise<void> {
  const until = sql`now() + make_interval(hours => ${overlapHours})`;
  await tx.query(sql`
    update webhook_previous_secrets set expires_at = least(expires_at, ${until}) where endpoint_id = ${id}`);
  await tx.query(sql`
    insert into webhook_previous_secrets (endpoint_id, secret, expires_at)
    select id, secret, ${until} from webhook_endpoints where id = ${id}`);
  await tx.query(sql`delete from webhook_previous_secrets where endpoint_id = ${id} and expires_at <= now()`);
  await tx.query(sql`update webhook_endpoints set secret = ${secret} where id = ${id}`);
}

export interface EndpointHealth extends Health {
  isEnabled: boolean;
  url: string;
}

interface HealthTimes {
  failingSince: string | null;
  lastFailureAt: string | null;
  warnedAt: string | null;
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

/** Null when it was deleted meanwhile. */
export async function lockEndpointHealth(tx: Transaction, id: string): Promise<EndpointHealth | null> {
  const [row] = await tx.query<HealthTimes & { isEnabled: boolean; url: string }>(sql`
    select is_enabled as "isEnabled", url, failing_since as "failingSince", last_failure_at as "lastFailureAt",
      warned_at as "warnedAt"
    from webhook_endpoints where id = ${id} for no key update`);
  if (!row) return null;
  return {
    ...row,
    failingSince: dateOf(row.failingSince),
    lastFailureAt: dateOf(row.lastFailureAt),
    warnedAt: dateOf(row.warnedAt),
  };
}

export async function updateHealth(
  tx: Transaction,
  id: string,
  { health, pausedUntil }: Pick<Verdict, 'health' | 'pausedUntil'>,
): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints
    set failing_since = ${health.failingSince}, last_failure_at = ${health.lastFailureAt}, warned_at = ${health.warnedAt},
      paused_until = coalesce(${pausedUntil}, paused_until)
    where id = ${id}`);
}
