import { fromMillionths, toMillionths } from '@kazna/contract/shared/usage-price';
import { maxUsageAgeDays } from '@kazna/contract/v1/usage';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { arrayLiteral, opaqueParam, type Sql, sql } from '../../platform/db/sql.ts';
import { nilUuid } from '../../platform/db/uuid.ts';

interface UsageSubscription {
  id: string;
  createdAt: string;
  isEnded: boolean;
  endedOn: string | null;
  /** Keys of the meters that its versions have had. */
  meters: string[];
}

export interface UsageOrganization {
  id: string;
  externalId: string | null;
  status: string;
  subscriptions: UsageSubscription[];
}

/**
 * What the events of a call are of, with the subscriptions that usage of the last weeks can belong to. Closed organizations
 * come first: an open one may have the external id of some.
 */
export async function selectForUsage(
  db: Queries,
  { ids, externalIds }: { ids: string[]; externalIds: string[] },
): Promise<{ now: string; organizations: UsageOrganization[] }> {
  const [row] = await db.query<{ now: string; organizations: UsageOrganization[] }>(sql`
    select business_now() as now, coalesce((
      select json_agg(json_build_object('id', o.id, 'externalId', o.external_id, 'status', o.status, 'subscriptions', coalesce((
        select json_agg(json_build_object('id', s.id, 'createdAt', s.created_at, 'isEnded', s.status = 'ended',
          'endedOn', s.ended_on, 'meters', (
            select coalesce(json_agg(distinct m.meter ->> 'meter'), '[]') from subscription_terms h
            join tariff_versions v on v.id = h.version_id cross join jsonb_array_elements(v.meters) as m (meter)
            where h.subscription_id = s.id)) order by s.id)
        from subscriptions s join subscription_usage u on u.subscription_id = s.id
        where s.organization_id = o.id and u.next_at is not null), '[]')) order by o.status <> 'closed', o.id)
      from (
        select id, external_id, status from organizations where id = any(${arrayLiteral(ids)}::uuid[])
        union
        select id, external_id, status from organizations where external_id = any(${externalIds}::text[])
      ) o), '[]') as organizations`);
  return row as NonNullable<typeof row>;
}

/** Whose usage an event is; events that share one share the object. */
export interface UsagePlace {
  organizationId: string;
  subscriptionId: string;
  meterId: string;
}

export interface NewEvent {
  id: string;
  /** The id itself or a hash of it. */
  key: string;
  occurredAt: string;
  occurredMs: number;
  place: UsagePlace;
  quantity: string;
  /** Of meters that count different values or the highest. */
  value: string | null;
  properties: Record<string, string> | null;
  digest: number;
}

export const noSubscription = nilUuid;

/**
 * Returns the digests of those that are stored, by key: no event can be older or further ahead, and clocks of two calls may
 * differ. The planner does not see how many keys there are: it looks them up by the index of each month, however large that
 * has become since the statement was planned.
 */
export async function selectDigests(db: Queries, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ key: string; digest: number }>(sql`
    select key, digest::float8 as digest from usage_events
    where key = any(${opaqueParam(arrayLiteral(keys))}::uuid[])
      and occurred_at >= business_now() - make_interval(days => ${maxUsageAgeDays + 1})
      and occurred_at < business_now() + interval '1 day'`);
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}

/** A call at the same time has stored an event of this one. */
export function isStoredMeanwhile(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && /^usage_events_/.test(constraint ?? '');
}

const hourMs = 3_600_000;
const hourOf = (time: Sql) => sql`date_bin('1 hour', ${time}, '2000-01-01T00:00:00Z'::timestamptz)`;

/**
 * Stores events that are not stored yet and what they add to the sums of their hours, in the packet of the commit. Calls at
 * the same time wait for each other in one order: events by key, values, then hours.
 */
export async function insertEvents(tx: Transaction, events: NewEvent[]): Promise<void> {
  const sorted = events.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const insert = insertStatement(sorted);
  await tx.commitTogether(async () => {
    if (sorted.some(({ value }) => value !== null)) await tx.query(insertWithValues(insert));
    else await Promise.all([tx.query(insert), tx.query(addToHours(sorted))]);
  });
}

/** What many events share is sent once: most of a batch are of few places. Keys and times that were read have nothing to escape. */
function insertStatement(sorted: NewEvent[]): Sql {
  const numbers = new Map<UsagePlace, number>();
  for (const { place } of sorted) if (!numbers.has(place)) numbers.set(place, numbers.size + 1);
  const places = [...numbers.keys()];
  const ofPlace = (value: (place: UsagePlace) => string) => sql`(${arrayLiteral(places.map(value))}::uuid[])[g.place]`;
  const column = (value: (event: NewEvent) => string | number) => `{${sorted.map(value).join()}}`;
  const hasMore = sorted.some(({ id, key, value, properties }) => id !== key || value !== null || properties !== null);
  const more = sql`, ${sorted.map(({ id, key }) => (id === key ? null : id))}::text[],
    ${sorted.map(({ value }) => value)}::text[], ${sorted.map(({ properties }) => properties)}::jsonb[]`;
  return sql`
    insert into usage_events (key, occurred_at, organization_id, subscription_id, meter_id, quantity, digest, received_at,
      id, value, properties)
    select g.key, g.occurred_at, ${ofPlace(({ organizationId }) => organizationId)},
      ${ofPlace(({ subscriptionId }) => subscriptionId)}, ${ofPlace(({ meterId }) => meterId)}, g.quantity, g.digest,
      (select business_now()), ${hasMore ? sql`g.id, g.value, g.properties` : sql`null, null, null`}
    from unnest(${column(({ key }) => key)}::uuid[],
      ${column(({ occurredAt }) => `"${occurredAt}"`)}::timestamptz[],
      ${column(({ place }) => numbers.get(place) as number)}::int[], ${column(({ quantity }) => quantity)}::numeric[],
      ${column(({ digest }) => digest)}::bigint[]${hasMore ? more : sql``})
      as g (key, occurred_at, place, quantity, digest${hasMore ? sql`, id, value, properties` : sql``})`;
}

/** Of meters that add up: what the events come to by hour is known before they are stored. */
function addToHours(events: NewEvent[]): Sql {
  const sums = new Map<UsagePlace, Map<number, bigint>>();
  for (const { place, occurredMs, quantity } of events) {
    const hours = sums.get(place) ?? new Map<number, bigint>();
    if (hours.size === 0) sums.set(place, hours);
    const hour = Math.floor(occurredMs / hourMs) * hourMs;
    hours.set(hour, (hours.get(hour) ?? 0n) + (toMillionths(quantity) as bigint));
  }
  const rows = [...sums].flatMap(([place, hours]) => [...hours].map(([hour, sum]) => ({ ...place, hour, sum })));
  const column = (value: (row: (typeof rows)[number]) => string) => arrayLiteral(rows.map(value));
  return sql`
    insert into usage_hours as h (organization_id, meter_id, subscription_id, hour, quantity)
    select organization_id, meter_id, subscription_id, hour, quantity
    from unnest(${column(({ organizationId }) => organizationId)}::uuid[], ${column(({ meterId }) => meterId)}::uuid[],
      ${column(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${column(({ hour }) => `"${new Date(hour).toISOString()}"`)}::timestamptz[],
      ${column(({ sum }) => fromMillionths(sum))}::numeric[])
      as g (organization_id, meter_id, subscription_id, hour, quantity)
    order by organization_id, meter_id, subscription_id, hour
    on conflict (organization_id, meter_id, subscription_id, hour) do update set quantity = h.quantity + excluded.quantity`;
}

/** A value counts in its hour when its first event comes. */
const insertWithValues = (insert: Sql) => sql`with made as (
  ${insert}
  returning organization_id, meter_id, subscription_id, ${hourOf(sql`occurred_at`)} as hour, quantity, value
), counted as (
  select organization_id, meter_id, subscription_id, hour, value, count(*) as events from made
  where value is not null group by organization_id, meter_id, subscription_id, hour, value
), valued as (
  insert into usage_values as v (organization_id, meter_id, subscription_id, hour, value, events)
  select organization_id, meter_id, subscription_id, hour, value, events from counted
  order by organization_id, meter_id, subscription_id, hour, value
  on conflict (organization_id, meter_id, subscription_id, hour, value) do update set events = v.events + excluded.events
  returning organization_id, meter_id, subscription_id, hour, value, events
), effects as (
  select organization_id, meter_id, subscription_id, hour, quantity from made where value is null
  union all
  select v.organization_id, v.meter_id, v.subscription_id, v.hour,
    case when m.aggregation = 'max' then v.value::numeric when v.events = c.events then 1 else 0 end
  from valued v join counted c on c.organization_id = v.organization_id and c.meter_id = v.meter_id
    and c.subscription_id = v.subscription_id and c.hour = v.hour and c.value = v.value
  join meters m on m.id = v.meter_id
), summed as (
  insert into usage_hours as h (organization_id, meter_id, subscription_id, hour, quantity)
  select e.organization_id, e.meter_id, e.subscription_id, e.hour,
    case when m.aggregation = 'max' then max(e.quantity) else sum(e.quantity) end
  from effects e join meters m on m.id = e.meter_id
  group by e.organization_id, e.meter_id, e.subscription_id, e.hour, m.aggregation
  order by e.organization_id, e.meter_id, e.subscription_id, e.hour
  on conflict (organization_id, meter_id, subscription_id, hour) do update set quantity =
    case when (select m.aggregation from meters m where m.id = h.meter_id) = 'max'
      then greatest(h.quantity, excluded.quantity) else h.quantity + excluded.quantity end
) select`;

interface StoredEvent {
  occurredAt: string;
  /** To the microsecond. */
  exactTime: string;
  organizationId: string;
  meterId: string;
  subscriptionId: string;
  hour: string;
  quantity: string;
  value: string | null;
  isDeleted: boolean;
  now: string;
}

export async function lockEvent(tx: Transaction, key: string): Promise<StoredEvent | null> {
  const [row] = await tx.query<StoredEvent>(sql`
    select occurred_at as "occurredAt", occurred_at::text as "exactTime", organization_id as "organizationId", meter_id as "meterId",
      subscription_id as "subscriptionId", ${hourOf(sql`occurred_at`)} as hour, quantity::text, value,
      deleted_at is not null as "isDeleted", business_now() as now
    from usage_events where key = ${key}::uuid order by occurred_at desc limit 1 for update`);
  return row ?? null;
}

export async function markDeleted(tx: Transaction, key: string, { exactTime }: StoredEvent): Promise<void> {
  await tx.query(sql`
    update usage_events set deleted_at = business_now() where key = ${key}::uuid and occurred_at = ${exactTime}`);
}

/** Takes the event out of its hour. */
export async function subtractEvent(tx: Transaction, event: StoredEvent): Promise<void> {
  const { organizationId, meterId, subscriptionId, hour, quantity, value } = event;
  const place = sql`organization_id = ${organizationId} and meter_id = ${meterId}
    and subscription_id = ${subscriptionId} and hour = ${hour}`;
  if (value === null) {
    await tx.query(sql`update usage_hours set quantity = quantity - ${quantity}::numeric where ${place}`);
    return;
  }
  await tx.query(sql`update usage_values set events = events - 1 where ${place} and value = ${value}`);
  // The hour is locked before it is read: a call at the same time may add to it.
  await tx.query(sql`select from usage_hours where ${place} for update`);
  await tx.query(sql`
    update usage_hours set quantity = (
      select case when m.aggregation = 'max' then coalesce(max(case when m.aggregation = 'max' then v.value::numeric end), 0)
        else count(v.value) end
      from meters m left join usage_values v on v.organization_id = ${organizationId} and v.meter_id = m.id
        and v.subscription_id = ${subscriptionId} and v.hour = ${hour} and v.events > 0
      where m.id = ${meterId} group by m.aggregation)
    where ${place}`);
}
