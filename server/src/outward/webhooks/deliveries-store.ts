import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { sentEventColumns } from './due-deliveries-store.ts';
import type { SentEvent } from './signed-event.ts';

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

export async function isDeliveryOf(db: Queries, id: string, createdBy: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.id = ${id} and w.created_by = ${createdBy}`);
  return rows.length > 0;
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

export interface DeliveryHealth {
  healthy: number;
  failing: number;
  disabled: number;
  oldestDueSeconds: number;
}

/** Of all endpoints; the oldest delivery of each comes from an index. */
export async function readDeliveryHealth(db: Queries): Promise<DeliveryHealth> {
  const [row] = await db.query<DeliveryHealth>(sql`
    select count(*) filter (where is_enabled and failing_since is null)::int as healthy,
      count(*) filter (where is_enabled and failing_since is not null)::int as failing,
      count(*) filter (where not is_enabled)::int as disabled,
      coalesce(extract(epoch from now() - min(due.at)), 0)::float8 as "oldestDueSeconds"
    from webhook_endpoints w left join lateral (
      select next_attempt_at as at from webhook_deliveries d
      where d.endpoint_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
      order by d.next_attempt_at limit 1) due on w.is_enabled`);
  return row as DeliveryHealth;
}
