import { KaznaError } from '../kazna-error.ts';
import type { Call, CallOptions } from '../transport.ts';
import type { UsageEvent, UsageQuery, UsageRefusal, UsageResult, UsageSums } from '../types.gen.ts';

const maxEvents = 1000;
/** Of the events of a call. The server takes 4 MiB, but a proxy before it often only 1 MiB. */
const maxBytes = 1_000_000;
/** Events that are sent one by one go together after so long. */
const batchDelayMs = 1000;
/** After a call that failed with all of its attempts. */
const retryDelayMs = 5000;

/** An event that was refused, with the reason. */
export class UsageRefusedError extends Error {
  readonly event: UsageEvent;
  readonly code: UsageRefusal['code'];

  constructor(event: UsageEvent, { code, detail }: UsageRefusal) {
    super(detail);
    this.name = 'UsageRefusedError';
    this.event = event;
    this.code = code;
  }
}

/** An id is made where there is none, once: repeated calls have the same one. */
export type NewUsageEvent = Omit<UsageEvent, 'id'> & { id?: string };

interface Waiting {
  event: UsageEvent;
  /** Made once, so that what cannot be sent is refused before it waits. */
  json: string;
  bytes: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

export function usage(call: Call) {
  const waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;
  let hasFailed = false;

  const schedule = (delayMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // A failure has scheduled the next attempt, and the events are still there.
      flush().catch(() => {});
    }, delayMs);
  };

  /** Sends all that waits, one call after another. What a failed call had stays first in the line. */
  const flush = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };

  const sendAll = async () => {
    let limit = maxBytes;
    while (waiting.length > 0) {
      const batch = firstOf(waiting, limit);
      let result: UsageResult;
      try {
        const body = `{"events":[${batch.map(({ json }) => json).join(',')}]}`;
        result = await call<UsageResult>({ method: 'POST', path: '/v1/usage', body });
      } catch (error) {
        if (!isRefusedWhole(error)) {
          hasFailed = true;
          clearTimeout(timer);
          timer = undefined;
          if (!isClosed) schedule(retryDelayMs);
          throw error;
        }
        if (batch.length > 1) {
          limit = bytesOf(batch) / 2;
          continue;
        }
        result = { accepted: 0, repeated: 0, refused: [{ index: 0, code: 'event_invalid', detail: error.detail }] };
        limit = maxBytes;
      }
      hasFailed = false;
      waiting.splice(0, batch.length);
      settle(batch, result);
    }
  };

  return {
    /**
     * Sends an event together with others. Resolves once the event is counted, also by an earlier call; rejects with
     * `UsageRefusedError` where it is refused. A call that fails is repeated with the same ids until it succeeds.
     */
    send: async (newEvent: NewUsageEvent): Promise<void> => {
      if (isClosed) throw new Error('The client is closed.');
      const event = { ...newEvent, id: newEvent.id ?? newId() };
      const serialized = serialize(event);
      const sent = new Promise<void>((resolve, reject) => {
        waiting.push({ event, ...serialized, resolve, reject });
      });
      if (waiting.length >= maxEvents && !hasFailed) flush().catch(() => {});
      else schedule(batchDelayMs);
      return sent;
    },
    /** Up to 1000 events by one call. */
    sendBatch: (events: readonly UsageEvent[], options?: CallOptions) =>
      call<UsageResult>({ method: 'POST', path: '/v1/usage', body: { events }, ...options }),
    /** Events not known to be counted yet: to be stored where `close` rejects. */
    unsent: (): UsageEvent[] => waiting.map(({ event }) => event),
    /** Sends what waits and takes no more. Rejects where that fails; it may be called again, and nothing is dropped. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      // A call under way may fail although the next one succeeds.
      await sending?.catch(() => {});
      if (waiting.length > 0) await flush();
    },
    read: (query: UsageQuery, options?: CallOptions) =>
      call<UsageSums>({ method: 'GET', path: '/v1/usage', query: { ...query }, ...options }),
    /** Takes an event back; its id stays used. */
    delete: (id: string, options?: CallOptions) =>
      call<void>({ method: 'DELETE', path: `/v1/usage/${encodeURIComponent(id)}`, ...options }),
  };
}

/** A UUID of version 7: ids that grow with time touch the end of an index, others all of it. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

const encoder = new TextEncoder();

function serialize(event: UsageEvent): { json: string; bytes: number } {
  const refused = (detail: string) => new UsageRefusedError(event, { index: 0, code: 'event_invalid', detail });
  let json: string;
  try {
    json = JSON.stringify(event);
  } catch (error) {
    throw refused((error as Error).message);
  }
  const bytes = encoder.encode(json).length;
  if (bytes > maxBytes) throw refused('The event is larger than a call.');
  return { json, bytes };
}

/** As many as a call may have by number and bytes, at least one. */
function firstOf(waiting: readonly Waiting[], limit: number): Waiting[] {
  let count = 0;
  for (let total = 0; count < Math.min(waiting.length, maxEvents); count += 1) {
    total += (waiting[count] as Waiting).bytes;
    if (total > limit && count > 0) break;
  }
  return waiting.slice(0, count);
}

function bytesOf(batch: readonly Waiting[]): number {
  return batch.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** One of the events may be the reason: its size, or a name such as `__proto__` that no JSON of a call may have. */
function isRefusedWhole(error: unknown): error is KaznaError {
  if (!(error instanceof KaznaError)) return false;
  return error.status === 413 || (error.status === 400 && error.code !== 'unexpected_answer');
}

function settle(batch: Waiting[], { refused }: UsageResult): void {
  const refusals = new Map(refused.map((refusal) => [refusal.index, refusal]));
  for (const [index, { event, resolve, reject }] of batch.entries()) {
    const refusal = refusals.get(index);
    if (refusal) reject(new UsageRefusedError(event, refusal));
    else resolve();
  }
}
