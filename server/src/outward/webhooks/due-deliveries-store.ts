import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Verdict } from './judge-attempt.ts';
import type { Answered } from './send-request.ts';
import type { SentEvent } from './signed-event.ts';

/** Of `webhook_deliveries d left join events e`. */
export const sentEventColumns = sql`
  d.event_id as "eventId", d.event_type as type, e.organization_id as "organizationId",
  coalesce(e.created_at, d.created_at) as "createdAt", coalesce(d.body, e.body)::text as data`;

const eventsAtOnce = 500;

/** Turns new events into deliveries, a page an endpoint; workers take different ones. Returns if there may be more. */
export async function insertDeliveries(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ hasMore: boolean }>(sql`
    with endpoint as materialized (
      select id, types, position from webhook_endpoints
      where is_enabled and position < (select max(position) from events)
      for no key update skip locked
    ), page as materialized (
      select w.id as endpoint_id, e.id as event_id, e.type, e.position, w.types && array['*', e.type] as is_wanted
      from endpoint w cross join lateral (
        select id, type, position from events where position > w.position order by position limit ${eventsAtOnce}) e
    ), seen as (
      select endpoint_id, max(position) as position, count(*) as events from page group by endpoint_id
    ), moved as (
      update webhook_endpoints w set position = s.position from seen s where s.endpoint_id = w.id
    ), added as (
      insert into webhook_deliveries (endpoint_id, event_id, event_type, next_attempt_at)
      select endpoint_id, event_id, type, now() from page where is_wanted order by position
      on conflict do nothing
    )
    select coalesce(bool_or(events = ${eventsAtOnce}), false) as "hasMore" from seen`);
  return row?.hasMore ?? false;
}

export interface LeasedDelivery extends SentEvent {
  id: string;
  lease: string;
  endpointId: string;
  url: string;
  /** Encrypted; those before it while they still sign. */
  secrets: string[];
}

/**
 * Leases what is due, at most `perEndpoint` running deliveries of each endpoint over all workers: so no endpoint waits
 * for another. A lease that its worker does not end in time expires, and another worker gets the delivery.
 */
export function leaseDeliveries(
  db: Database,
  { perEndpoint, leaseSeconds }: { perEndpoint: number; leaseSeconds: number },
): Promise<LeasedDelivery[]> {
  return db.transaction(async (tx) => {
    const endpointIds = await lockDueEndpoints(tx);
    return endpointIds.length === 0 ? [] : leaseDueOf(tx, endpointIds, { perEndpoint, leaseSeconds });
  });
}

async function lockDueEndpoints(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from webhook_endpoints w
    where coalesce(paused_until <= now(), true) and exists (
      select from webhook_deliveries d
      where d.endpoint_id = w.id and d.status = 'pending' and d.next_attempt_at <= now())
    for no key update skip locked`);
  return rows.map(({ id }) => id);
}

/** A statement of its own: one that also locks counts by a snapshot older than the lock, without the latest leases. */
function leaseDueOf(
  tx: Transaction,
  endpointIds: string[],
  { perEndpoint, leaseSeconds }: { perEndpoint: number; leaseSeconds: number },
): Promise<LeasedDelivery[]> {
  return tx.query<LeasedDelivery>(sql`
    with due as materialized (
      select d.id from unnest(${endpointIds}::uuid[]) as w (id) cross join lateral (
        select id from webhook_deliveries d
        where d.endpoint_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
        order by d.next_attempt_at, d.seq
        limit greatest(0, ${perEndpoint}::int - (
          select count(*) from webhook_deliveries r
          where r.endpoint_id = w.id and r.lease is not null and r.next_attempt_at > now()))
        for no key update skip locked
      ) d
    ), leased as (
      update webhook_deliveries d
      set lease = gen_random_uuid(), next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from due where due.id = d.id
      returning d.*
    )
    select d.id, d.lease, d.endpoint_id as "endpointId", w.url,
      w.secret || array(
        select p.secret from webhook_previous_secrets p where p.endpoint_id = w.id and p.expires_at > now()
        order by p.expires_at desc) as secrets,
      ${sentEventColumns}
    from leased d join webhook_endpoints w on w.id = d.endpoint_id left join events e on e.id = d.event_id
    order by d.seq`);
}

/** Gives back leases that a stopping worker will not end. */
export async function releaseDeliveries(db: Database, leases: string[]): Promise<void> {
  await db.query(sql`
    update webhook_deliveries set lease = null, next_attempt_at = now()
    where lease = any(${leases}::uuid[])`);
}

/** Null when the lease was lost to another worker, or a replay began meanwhile. */
export async function findAttempt(
  tx: Transaction,
  { id, lease }: { id: string; lease: string },
): Promise<{ number: number; hasRetries: boolean } | null> {
  const [row] = await tx.query<{ number: number; hasRetries: boolean }>(sql`
    select attempts + 1 as number, has_retries as "hasRetries" from webhook_deliveries
    where id = ${id} and lease = ${lease} for no key update`);
  return row ?? null;
}

export interface FinishedAttempt extends Answered {
  number: number;
  startedAt: Date;
  headers: Record<string, string>;
}

export async function updateDelivery(
  tx: Transaction,
  id: string,
  { number, startedAt, durationMs, status, error, headers, answer }: FinishedAttempt,
  verdict: Pick<Verdict, 'status' | 'nextAttemptAt'>,
): Promise<void> {
  await tx.query(sql`
    with attempt as (
      insert into webhook_attempts
        (delivery_id, number, started_at, duration_ms, status, error, request_headers, answer)
      values (${id}, ${number}, ${startedAt}, ${durationMs}, ${status}, ${error}, ${JSON.stringify(headers)}, ${answer})
    )
    update webhook_deliveries
    set attempts = ${number}, lease = null, status = ${verdict.status}, next_attempt_at = ${verdict.nextAttemptAt}
    where id = ${id}`);
}
