import { Pages } from '../pages.ts';
import { type Call, type CallOptions, retryDelayMs, sleep } from '../transport.ts';
import type {
  BatchResult,
  CaptureForm,
  Charge,
  ChargeForm,
  ChargeQuery,
  ChargeRefund,
  ChargeRefundForm,
  Hold,
  HoldForm,
} from '../types.gen.ts';

type BatchItem = ChargeForm & { idempotencyKey?: string | undefined };
type KeyedItem = ChargeForm & { idempotencyKey: string };
/** With the key of the item, by which it may be repeated alone or in another batch. */
type KeyedResult = BatchResult & { idempotencyKey: string };

const maxBatchRounds = 4;

export function charges(call: Call) {
  const send = (items: KeyedItem[], options: CallOptions | undefined) =>
    call<{ results: BatchResult[] }>({
      method: 'POST',
      path: '/v1/charges/batch',
      body: { charges: items },
      ...options,
    });
  return {
    /** Takes money from a balance. Rejects with `insufficient_funds` and `missingMinor` where there is too little. */
    create: (body: ChargeForm, options?: CallOptions) =>
      call<Charge>({ method: 'POST', path: '/v1/charges', body, ...options }),
    /**
     * Up to 500 charges; a refused one stops no other. Results are in the order of the charges. An item without a key
     * gets one of the batch's key and its place, so that repeating the batch with its key charges nothing twice. Items
     * that the database failed for are repeated with the same keys; those that stay open are `outcome_unknown`.
     */
    batch: async (items: readonly BatchItem[], options: CallOptions = {}): Promise<KeyedResult[]> => {
      const { idempotencyKey = crypto.randomUUID(), signal } = options;
      const keyed = await Promise.all(
        items.map(async (item, place) => ({
          ...item,
          idempotencyKey: item.idempotencyKey ?? (await itemKey(idempotencyKey, place)),
        })),
      );
      const { results } = await send(keyed, { idempotencyKey, signal });
      for (let round = 1; round < maxBatchRounds; round += 1) {
        const open = results.flatMap((result, place) => (isOpen(result) ? [place] : []));
        if (open.length === 0) break;
        try {
          await sleep(retryDelayMs(round, null) ?? 0, signal);
          const again = await send(
            open.map((place) => keyed[place] as KeyedItem),
            { signal },
          );
          for (const [index, place] of open.entries()) results[place] = again.results[index] as BatchResult;
        } catch {
          // An error would hide what was charged already.
          break;
        }
      }
      return results.map((result, place) => ({
        ...(isOpen(result) ? outcomeUnknown : result),
        idempotencyKey: (keyed[place] as KeyedItem).idempotencyKey,
      }));
    },
    /** Gives an amount, or what is left of the charge, back to the balance. */
    refund: (id: string, body: ChargeRefundForm, options?: CallOptions) =>
      call<ChargeRefund>({ method: 'POST', path: `/v1/charges/${encodeURIComponent(id)}/refunds`, body, ...options }),
    get: (id: string, options?: CallOptions) =>
      call<Charge>({ method: 'GET', path: `/v1/charges/${encodeURIComponent(id)}`, ...options }),
    /** Newest first. */
    list: (query: ChargeQuery = {}, options?: CallOptions) =>
      new Pages<Charge>(call, '/v1/charges', { ...query }, options),
  };
}

function isOpen(result: BatchResult): boolean {
  return 'problem' in result && ['unavailable', 'outcome_unknown'].includes(result.problem.code);
}

/** Also after `unavailable`: that the last attempt changed nothing says nothing of those before it. */
const outcomeUnknown: BatchResult = {
  problem: {
    status: 503,
    title: 'Outcome unknown',
    detail: 'Whether the charge was made is unknown. Repeat it with the same idempotency key, never with a new one.',
    code: 'outcome_unknown',
  },
};

/** A part of a hash, since the key of the batch may be as long as a key can be. */
async function itemKey(batchKey: string, place: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${batchKey} ${place}`));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function holds(call: Call) {
  const path = (id: string) => `/v1/holds/${encodeURIComponent(id)}`;
  return {
    /** Sets an amount of a balance aside. */
    create: (body: HoldForm, options?: CallOptions) =>
      call<Hold>({ method: 'POST', path: '/v1/holds', body, ...options }),
    get: (id: string, options?: CallOptions) => call<Hold>({ method: 'GET', path: path(id), ...options }),
    /** Charges all that is set aside, or a part; the rest goes back to the balance. */
    capture: (id: string, body: CaptureForm = {}, options?: CallOptions) =>
      call<Hold>({ method: 'POST', path: `${path(id)}/capture`, body, ...options }),
    release: (id: string, options?: CallOptions) =>
      call<Hold>({ method: 'POST', path: `${path(id)}/release`, ...options }),
  };
}
