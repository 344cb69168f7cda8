import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';
import { sentEventColumns } from './delivering/store.ts';
import type { SentEvent } from './sent-event.ts';

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

const endpointColumns = sql`
  id, url, description, types, is_enabled as enabled, disabled_reason as "disabledReason", disabled_at as "disabledAt",
  failing_since as "failingSince", created_at as "createdAt",
  case when previous_secret_expires_at > now() then previous_secret_expires_at end as "previousSecretExpiresAt"`;

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

export async function findEndpoint(db: Queries, id: string): Promise<EndpointRow | null> {
  const [row] = await db.query<EndpointRow>(sql`
    select ${endpointColumns} from webhook_endpoints where id = ${id}`);
  return row ?? null;
}

/** Locks the endpoint: no delivery of it begins or ends meanwhile. */
export async function lockEndpointRow(tx: Transaction, id: string): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(sql`
    select ${endpointColumns} from webhook_endpoints where id = ${id} for no key update`);
  return row ?? null;
}

/** Whether the actor made the endpoint. */
export async function isEndpointOf(db: Queries, id: string, createdBy: string): Promise<boolean> {
  const rows = await db.query(sql`select from webhook_endpoints where id = ${id} and created_by = ${createdBy}`);
  return rows.length > 0;
}

export async function isDeliveryOf(db: Queries, id: string, createdBy: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.id = ${id} and w.created_by = ${createdBy}`);
  return rows.length > 0;
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

export async function updateEndpointFields(
  tx: Transaction,
  { id, url, description, types }: Pick<EndpointRow, 'id' | 'url' | 'description' | 'types'>,
): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints set url = ${url}, description = ${description}, types = ${types} where id = ${id}`);
}

/** Starts at the position, with a clean record. */
export async function enableEndpoint(tx: Transaction, id: string, position: string): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints set is_enabled = true, disabled_reason = null, disabled_at = null, position = ${position},
      paused_until = null, failing_since = null, last_failure_at = null, warned_at = null
    where id = ${id}`);
}

export async function deleteEndpointRow(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`delete from webhook_endpoints where id = ${id}`);
}

/** The old secret signs too for so many hours; without any it is forgotten at once. */
export async function updateSecret(
  tx: Transaction,
  id: string,
  { secret, overlapHours }: { secret: string; overlapHours: number },
): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints set secret = ${secret},
      previous_secret = case when ${overlapHours}::int > 0 then secret end,
      previous_secret_expires_at = case when ${overlapHours}::int > 0 then now() + make_interval(hours => ${overlapHours}) end
    where id = ${id}`);
}

export async function findSecret(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ secret: string }>(sql`select secret from webhook_endpoints where id = ${id}`);
  return row?.secret ?? null;
}

export async function insertTestDelivery(
  tx: Transaction,
  delivery: { id: string; endpointId: string; eventId: string; type: string; data: object },
): Promise<void> {
  const { id, endpointId, eventId, type, data } = delivery;
  await tx.query(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type, body, has_retries, next_attempt_at)
    values (${id}, ${endpointId}, ${eventId}, ${type}, ${JSON.stringify(data)}, false, now())`);
}

/** One that waits for a retry is only brought forward: its schedule goes on. */
export async function updateForReplay(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update webhook_deliveries set next_attempt_at = now(), has_retries = has_retries and status = 'pending',
      status = 'pending'
    where id = ${id} and lease is null
    returning id`);
  return rows.length > 0;
}

/** The oldest first. Returns how many they are. */
export async function updateFailedForReplay(
  tx: Transaction,
  { endpointId, since, limit }: { endpointId: string; since: string; limit: number },
): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    with replayed as (
      update webhook_deliveries set status = 'pending', has_retries = false, next_attempt_at = now()
      where id in (
        select id from webhook_deliveries
        where endpoint_id = ${endpointId} and status = 'failed' and created_at >= ${since}
        order by seq limit ${limit})
      returning id
    )
    select count(*)::int as count from replayed`);
  return rows[0]?.count ?? 0;
}

export interface AttemptRow {
  number: number;
  startedAt: string;
  durationMs: number;
  status: number | null;
  error: string | null;
  requestHeaders: Record<string, string>;
  answer: string | null;
}

export interface DeliveryRow extends SentEvent {
  id: string;
  seq: string;
  endpointId: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  nextAttemptAt: string | null;
  deliveryCreatedAt: string;
}

const deliveryColumns = sql`
  d.id, d.seq, d.endpoint_id as "endpointId", d.status, d.attempts,
  case when d.lease is null then d.next_attempt_at end as "nextAttemptAt",
  d.created_at as "deliveryCreatedAt", ${sentEventColumns}`;

const attemptObject = sql`json_build_object('number', a.number, 'startedAt', a.started_at, 'durationMs', a.duration_ms,
  'status', a.status, 'error', a.error, 'requestHeaders', a.request_headers, 'answer', a.answer)`;

export async function findDelivery(
  db: Queries,
  id: string,
): Promise<(DeliveryRow & { attemptList: AttemptRow[] }) | null> {
  const [row] = await db.query<DeliveryRow & { attemptList: AttemptRow[] }>(sql`
    select ${deliveryColumns}, coalesce((
        select json_agg(${attemptObject} order by a.number desc) from (
          select * from webhook_attempts where delivery_id = d.id order by number desc limit 50) a), '[]') as "attemptList"
    from webhook_deliveries d left join events e on e.id = d.event_id where d.id = ${id}`);
  return row ?? null;
}

export function selectDeliveries(
  db: Queries,
  endpointId: string,
  { limit, cursor, status }: { limit: number; cursor: string | null; status: DeliveryRow['status'] | null },
): Promise<(DeliveryRow & { lastAttempt: AttemptRow | null })[]> {
  return db.query(sql`
    select ${deliveryColumns}, (
        select ${attemptObject} from webhook_attempts a where a.delivery_id = d.id order by a.number desc limit 1
      ) as "lastAttempt"
    from webhook_deliveries d left join events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and (${cursor}::bigint is null or d.seq < ${cursor}::bigint)
      and (${status}::text is null or d.status = ${status})
    order by d.seq desc limit ${limit + 1}`);
}

const deletedAtOnce = 1000;

/** The oldest first, as events. Returns whether there may be more. */
export async function deleteOldDeliveries(db: Queries, days: number): Promise<boolean> {
  const rows = await db.query(sql`
    delete from webhook_deliveries where id in (
      select id from (
        select id, created_at, lease from webhook_deliveries order by seq limit ${deletedAtOnce}) oldest
      where created_at < now() - make_interval(days => ${days}) and lease is null)
    returning id`);
  return rows.length === deletedAtOnce;
}
