import { Pages } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';
import type { BatchResult, Charge, ChargeForm, ChargeQuery, ChargeRefund, ChargeRefundForm } from '../types.gen.ts';

type BatchItem = ChargeForm & { idempotencyKey?: string | undefined };

export function charges(call: Call) {
  return {
    /** Takes money from a balance. Rejects with `insufficient_funds` and `missingMinor` where there is too little. */
    create: (body: ChargeForm, options?: CallOptions) =>
      call<Charge>({ method: 'POST', path: '/v1/charges', body, ...options }),
    /** Up to 500 charges; a refused one stops no other. Results are in the order of the charges. */
    batch: async (items: readonly BatchItem[], options?: CallOptions): Promise<BatchResult[]> => {
      const body = {
        charges: items.map((item) => ({ ...item, idempotencyKey: item.idempotencyKey ?? crypto.randomUUID() })),
      };
      const answer = await call<{ results: BatchResult[] }>({
        method: 'POST',
        path: '/v1/charges/batch',
        body,
        ...options,
      });
      return answer.results;
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
