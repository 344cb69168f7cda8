import { createHash } from 'node:crypto';
import { fromMillionths, toMillionths } from '@kazna/contract/shared/usage-price';
import type { UsageRefusal, UsageRefusalCode } from '@kazna/contract/v1/usage';

/** An event whose own fields are valid; whether its meter and organization exist is not known yet. */
export interface ReadEvent {
  index: number;
  id: string;
  /** What the event is stored by. */
  key: string;
  meter: string;
  organizationId: string | null;
  externalId: string | null;
  subscriptionId: string | null;
  /** The shortest text. */
  quantity: string;
  occurredAt: string;
  occurredMs: number;
  properties: Record<string, string> | null;
  /** Of all of it: the same id with another one is another event. */
  digest: number;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ownId = /^[\w.:@+/-]{1,100}$/;
const meterKey = /^[a-z0-9][a-z0-9_.-]{0,59}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/;
const propertyName = /^[\w.-]{1,40}$/;
/** PostgreSQL stores neither. */
const notStored = /[\0\p{Cs}]/u;
const maxProperties = 20;
const maxPropertyLength = 500;
const known = new Set([
  ...['id', 'meter', 'organizationId', 'externalId', 'subscriptionId', 'quantity', 'occurredAt', 'properties'],
]);

export class Refusal extends Error {
  readonly code: UsageRefusalCode;

  constructor(code: UsageRefusalCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

const invalid = (detail: string) => new Refusal('event_invalid', detail);

/** Reads events by hand: a schema would take most of the time that a batch has. One that is invalid stops no other. */
export function readEvents(events: readonly unknown[]): {
  read: ReadEvent[];
  repeated: number;
  refused: UsageRefusal[];
} {
  const byId = new Map<string, ReadEvent>();
  const refused: UsageRefusal[] = [];
  let repeated = 0;
  for (let index = 0; index < events.length; index += 1) {
    try {
      const event = readEvent(events[index], index);
      const first = byId.get(event.id);
      if (!first) byId.set(event.id, event);
      else if (first.digest === event.digest) repeated += 1;
      else throw new Refusal('id_reused', 'The id is used by another event of this call.');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ index, code: error.code, detail: error.message });
    }
  }
  return { read: [...byId.values()], repeated, refused };
}

function readEvent(input: unknown, index: number): ReadEvent {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalid('An event must be an object.');
  const event = input as Record<string, unknown>;
  for (const name in event) if (!known.has(name)) throw invalid('The event has a field that is not known.');
  const { id, meter, subscriptionId = null, occurredAt } = event;
  if (typeof id !== 'string' || !ownId.test(id))
    throw invalid('`id` must be 1 to 100 letters, digits or any of `_.:@+/-`.');
  if (typeof meter !== 'string' || !meterKey.test(meter)) throw invalid('`meter` must be the key of a meter.');
  if (subscriptionId !== null && (typeof subscriptionId !== 'string' || !uuid.test(subscriptionId)))
    throw invalid('`subscriptionId` must be a UUID.');
  const organizationId = readOrganizationId(event);
  const externalId = organizationId === null ? (event.externalId as string) : null;
  const quantity = readQuantity(event.quantity ?? 1);
  const occurredMs = readTime(occurredAt);
  const properties = readProperties(event.properties ?? null);
  const own = subscriptionId === null ? null : subscriptionId.toLowerCase();
  const rest = properties === null ? '' : JSON.stringify(properties);
  const digest = digestOf(
    `${meter} ${organizationId} ${externalId} ${own} ${quantity} ${occurredAt as string} ${rest}`,
  );
  return {
    index,
    id,
    key: keyOf(id),
    meter,
    organizationId,
    externalId,
    subscriptionId: own,
    quantity,
    occurredAt: toMicroseconds(occurredAt as string),
    occurredMs,
    properties,
    digest,
  };
}

const plainUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id itself where it is a UUID as PostgreSQL writes it, otherwise the first half of a hash, safe from collisions. */
export function keyOf(id: string): string {
  if (plainUuid.test(id)) return id;
  const digits = createHash('sha256').update(id).digest('hex');
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ];
  return groups.join('-');
}

const plainDecimal = /^-?\d{1,12}(?:\.\d{1,6})?$/;
/** Digits, a point and a sign of a number that JSON reads exactly. */
const maxExactLength = 15;

/** Returns the shortest text. That of most numbers is the number's own, which saves the way through millionths. */
function readQuantity(value: unknown): string {
  if (typeof value === 'number') {
    const text = String(value);
    if (text.length <= maxExactLength && plainDecimal.test(text)) return text;
  }
  const millionths = toMillionths(value);
  if (millionths !== null) return fromMillionths(millionths);
  throw new Refusal(
    'quantity_invalid',
    '`quantity` must be a finite decimal of at most 12 digits before the point and 6 after it; send it as text where a JSON number is not exact.',
  );
}

/** 53 bits of it: programs make ids by chance, and contents that differ only by intent. A cryptographic hash takes longer than all else. */
function digestOf(text: string): number {
  let [one, other] = [0xde_ad_be_ef, 0x41_c6_ce_57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 2 ** 32 * (other & 0x1f_ff_ff) + (one >>> 0);
}

/** Null where the organization is named by a valid `externalId`. */
function readOrganizationId({ organizationId = null, externalId = null }: Record<string, unknown>): string | null {
  if ((organizationId === null) === (externalId === null))
    throw invalid('Name the organization by either `organizationId` or `externalId`.');
  if (organizationId !== null) {
    if (typeof organizationId === 'string' && uuid.test(organizationId)) return organizationId.toLowerCase();
    throw invalid('`organizationId` must be a UUID.');
  }
  if (typeof externalId !== 'string' || !ownId.test(externalId))
    throw invalid('`externalId` must be 1 to 100 letters, digits or any of `_.:@+/-`.');
  return null;
}

function readTime(value: unknown): number {
  if (typeof value === 'string' && time.test(value)) {
    const ms = Date.parse(value);
    const day = Number(value.slice(8, 10));
    // 30 February is read as 2 March.
    if (!Number.isNaN(ms) && (day <= 28 || new Date(ms).getUTCDate() === day)) return ms;
  }
  throw invalid('`occurredAt` must be a time in UTC such as `2026-11-18T12:00:00Z`.');
}

const microsecondsLength = '2026-11-18T12:00:00.000000Z'.length;

/** PostgreSQL would round a finer time up, maybe into the next hour. */
function toMicroseconds(text: string): string {
  return text.length <= microsecondsLength ? text : `${text.slice(0, microsecondsLength - 1)}Z`;
}

function readProperties(value: unknown): Record<string, string> | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('`properties` must be an object of texts.');
  const entries = Object.entries(value);
  const isValid = ([name, text]: [string, unknown]) =>
    propertyName.test(name) && typeof text === 'string' && text.length <= maxPropertyLength && !notStored.test(text);
  if (entries.length > maxProperties || !entries.every(isValid))
    throw invalid(
      `\`properties\` takes up to ${maxProperties} texts of at most ${maxPropertyLength} characters, named by letters, digits or any of \`_.-\`.`,
    );
  return entries.length === 0
    ? null
    : Object.fromEntries((entries as [string, string][]).sort(([one], [other]) => (one < other ? -1 : 1)));
}
