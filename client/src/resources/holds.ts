import type { Call, CallOptions } from '../transport.ts';
import type { CaptureForm, Hold, HoldForm } from '../types.gen.ts';

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
