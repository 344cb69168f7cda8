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
     * Up to 500 charges; a refused one stops no other. Results are in the order of the charges. Items that the database
     * failed for (`unavailable`, `outcome_unknown`) are repeated with the same keys, since they may have been charged.
     */
    batch: async (items: readonly BatchItem[], options?: CallOptions): Promise<BatchResult[]> => {
      const keyed = items.map((item) => ({ ...item, idempotencyKey: item.idempotencyKey ?? crypto.randomUUID() }));
      const { results } = await send(keyed, options);
      for (let round = 1; round < maxBatchRounds; round += 1) {
        const open = results.flatMap((result, place) => (isOpen(result) ? [place] : []));
        if (open.length === 0) break;
        await sleep(retryDelayMs(round, null) ?? 0, options?.signal);
        const again = await send(
          open.map((place) => keyed[place] as KeyedItem),
          { signal: options?.signal },
        );
        for (const [index, place] of open.entries()) results[place] = again.results[index] as BatchResult;
      }
      return results;
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
