import type { Meter } from '@kazna/contract/admin/meters';
import type { Answer } from '@kazna/contract/shared/endpoint';
import {
  maxUsageAgeDays,
  maxUsageAheadMinutes,
  maxUsageEvents,
  type sendUsage as sendUsageEndpoint,
  type UsageRefusal,
} from '@kazna/contract/v1/usage';
import type { Database } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { dayIn } from '../subscriptions/periods.ts';
import {
  insertEvents,
  isStoredMeanwhile,
  lockEvent,
  markDeleted,
  type NewEvent,
  noSubscription,
  selectDigests,
  selectForUsage,
  subtractEvent,
  type UsageOrganization,
  type UsagePlace,
} from './events-store.ts';
import type { MeterCache } from './meters.ts';
import { isPartitionMissing, makePartitions } from './partitions-store.ts';
import { keyOf, type ReadEvent, Refusal, readEvents } from './read-events.ts';

export interface UsageContext {
  db: Database;
  zone: string;
  meters: MeterCache;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Takes events once each, whatever else is wrong with the others. */
export async function sendUsage(
  context: UsageContext,
  events: readonly unknown[],
): Promise<Answer<typeof sendUsageEndpoint>> {
  if (events.length > maxUsageEvents) throw new Problem('too_many_events');
  const { read, repeated, refused } = readEvents(events);
  if (read.length === 0) return { accepted: 0, repeated, refused };
  const [meters, { now, organizations }, digests] = await Promise.all([
    context.meters.find(new Set(read.map(({ meter }) => meter))),
    selectForUsage(context.db, {
      ids: distinct(read, ({ organizationId }) => organizationId),
      externalIds: distinct(read, ({ externalId }) => externalId),
    }),
    selectDigests(
      context.db,
      read.map(({ key }) => key),
    ),
  ]);
  const resolve = resolverOf({ zone: context.zone, nowMs: Date.parse(now), meters, organizations });
  const resolved: ResolvedEvent[] = [];
  for (const event of read) {
    try {
      resolved.push(resolve(event));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ index: event.index, code: error.code, detail: error.message });
    }
  }
  const { accepted, known } = await storeOnce(context.db, resolved, digests);
  const reused = known.filter(({ key, digest }) => digests.get(key) !== digest);
  refused.push(...reused.map(({ index }) => reusedRefusal(index)));
  return {
    accepted,
    repeated: repeated + known.length - reused.length,
    refused: refused.sort((one, other) => one.index - other.index),
  };
}

/**
 * Stores the events whose keys have no digest yet; the others are known. A call at the same time that stores one of them
 * first undoes all of it, and adds to the digests what is known now: the next try has fewer.
 */
async function storeOnce(
  db: Database,
  events: ResolvedEvent[],
  digests: Map<string, number>,
): Promise<{ accepted: number; known: ResolvedEvent[] }> {
  for (let hasMonths = false; ; ) {
    const added = events.filter(({ key }) => !digests.has(key));
    const done = { accepted: added.length, known: events.filter(({ key }) => digests.has(key)) };
    if (added.length === 0) return done;
    try {
      await db.transaction((tx) => insertEvents(tx, added));
      return done;
    } catch (error) {
      if (isPartitionMissing(error) && !hasMonths) {
        await makePartitions(db);
        hasMonths = true;
      } else {
        const stored =
          isStoredMeanwhile(error) &&
          (await selectDigests(
            db,
            added.map(({ key }) => key),
          ));
        if (!stored || stored.size === 0) throw error;
        for (const [key, digest] of stored) digests.set(key, digest);
      }
    }
  }
}

function distinct(events: ReadEvent[], value: (event: ReadEvent) => string | null): string[] {
  const values = new Set<string>();
  for (const event of events) {
    const one = value(event);
    if (one !== null) values.add(one);
  }
  return [...values];
}

const reusedRefusal = (index: number): UsageRefusal => ({
  ...{ index, code: 'id_reused', detail: 'The id was used by another event. Nothing was taken; use an id of its own.' },
});

interface Known {
  zone: string;
  nowMs: number;
  meters: Map<string, Meter>;
  organizations: UsageOrganization[];
}

interface ResolvedEvent extends NewEvent {
  index: number;
}

/** Returns what finds the meter, organization and subscription of an event, or refuses it. */
function resolverOf({ zone, nowMs, meters, organizations }: Known): (event: ReadEvent) => ResolvedEvent {
  const byId = new Map(organizations.map((one) => [one.id, one]));
  // The last of an external id counts, which is the open one.
  const byExternalId = new Map(organizations.map((one) => [one.externalId, one]));
  const placeOf = placesOnce();
  return (event) => {
    requireTime(event.occurredMs, nowMs);
    const meter = meters.get(event.meter);
    if (!meter) throw new Refusal('meter_unknown', 'There is no meter with this key.');
    const { organizationId, externalId } = event;
    const organization = organizationId === null ? byExternalId.get(externalId) : byId.get(organizationId);
    if (!organization) throw new Refusal('organization_unknown', 'There is no such organization.');
    if (organization.status === 'closed') throw new Refusal('organization_closed', 'The organization is closed.');
    // Written out: this runs for every event.
    return {
      index: event.index,
      id: event.id,
      key: event.key,
      occurredAt: event.occurredAt,
      occurredMs: event.occurredMs,
      place: placeOf(organization, subscriptionOf(organization, event, zone), meter),
      quantity: meter.aggregation === 'count' ? (event.quantity.startsWith('-') ? '-1' : '1') : event.quantity,
      value: countedValue(meter, event),
      properties: event.properties,
      digest: event.digest,
    };
  };
}

function placesOnce(): (organization: UsageOrganization, subscriptionId: string, meter: Meter) => UsagePlace {
  const places = new Map<UsageOrganization, UsagePlace[]>();
  return (organization, subscriptionId, { id: meterId }) => {
    const own = places.get(organization) ?? [];
    if (own.length === 0) places.set(organization, own);
    const known = own.find((place) => place.meterId === meterId && place.subscriptionId === subscriptionId);
    if (known) return known;
    const place = { organizationId: organization.id, subscriptionId, meterId };
    own.push(place);
    return place;
  };
}

function requireTime(occurredMs: number, nowMs: number): void {
  if (occurredMs < nowMs - maxUsageAgeDays * dayMs)
    throw new Refusal('occurred_too_early', `\`occurredAt\` is more than ${maxUsageAgeDays} days back.`);
  if (occurredMs > nowMs + maxUsageAheadMinutes * minuteMs)
    throw new Refusal('occurred_in_future', `\`occurredAt\` is more than ${maxUsageAheadMinutes} minutes ahead.`);
}

/** The value that is compared, of a meter that counts the highest or different ones; null where quantities add up. */
function countedValue(meter: Meter, { quantity, properties }: ReadEvent): string | null {
  if (meter.aggregation === 'sum' || meter.aggregation === 'count') return null;
  if (quantity.startsWith('-'))
    throw new Refusal('quantity_invalid', 'The meter does not add up: delete the event instead of correcting it.');
  if (meter.aggregation === 'max') return quantity;
  const value = properties?.[meter.property as string];
  if (value === undefined)
    throw new Refusal('property_missing', `The meter counts values of \`${meter.property}\` in \`properties\`.`);
  return value;
}

/** The named one, otherwise the only one with the meter at the time; usage of none is counted and not charged. */
function subscriptionOf({ subscriptions }: UsageOrganization, event: ReadEvent, zone: string): string {
  if (subscriptions.length === 0 && event.subscriptionId === null) return noSubscription;
  const having = subscriptions.filter(({ meters }) => meters.includes(event.meter));
  if (event.subscriptionId !== null) {
    if (having.some(({ id }) => id === event.subscriptionId)) return event.subscriptionId;
    throw new Refusal('subscription_unknown', 'The organization has no such subscription with this meter.');
  }
  if (having.length === 0) return noSubscription;
  const day = having.some(({ isEnded }) => isEnded) ? dayIn(zone, new Date(event.occurredMs).toISOString()) : '';
  const then = having.filter(
    ({ createdAt, endedOn }) => Date.parse(createdAt) <= event.occurredMs && (endedOn === null || day <= endedOn),
  );
  if (then.filter(({ isEnded }) => !isEnded).length > 1)
    throw new Refusal(
      'subscription_required',
      'The organization has several subscriptions with this meter: name one by `subscriptionId`.',
    );
  return then.at(-1)?.id ?? noSubscription;
}

/** The id stays used, so that a late repetition does not bring the event back. */
export async function deleteUsage({ db }: UsageContext, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const key = keyOf(id);
    const event = await lockEvent(tx, key);
    if (!event) throw new Problem('not_found');
    if (event.isDeleted) return;
    if (Date.parse(event.occurredAt) < Date.parse(event.now) - maxUsageAgeDays * dayMs)
      throw new Problem('usage_closed');
    await markDeleted(tx, key, event);
    await subtractEvent(tx, event);
  });
}
