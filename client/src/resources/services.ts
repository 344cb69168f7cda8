import { Pages } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';
import type {
  Bill,
  Service,
  Subscription,
  SubscriptionChange,
  SubscriptionForm,
  SubscriptionQuery,
  SubscriptionStop,
} from '../types.gen.ts';

export function services(call: Call) {
  return {
    /** With the tariffs that may be connected today. */
    list: (options?: CallOptions) => call<{ items: Service[] }>({ method: 'GET', path: '/v1/services', ...options }),
  };
}

export function subscriptions(call: Call) {
  const path = (id: string) => `/v1/subscriptions/${encodeURIComponent(id)}`;
  return {
    /** Rejects with `insufficient_funds` and `missingMinor` where the balance does not suffice for the first period. */
    create: (body: SubscriptionForm, options?: CallOptions) =>
      call<Subscription>({ method: 'POST', path: '/v1/subscriptions', body, ...options }),
    get: (id: string, options?: CallOptions) => call<Subscription>({ method: 'GET', path: path(id), ...options }),
    /** Newest first. */
    list: (query: SubscriptionQuery = {}, options?: CallOptions) =>
      new Pages<Subscription>(call, '/v1/subscriptions', { ...query }, options),
    previewChange: (id: string, body: SubscriptionChange, options?: CallOptions) =>
      call<Bill>({ method: 'POST', path: `${path(id)}/change/preview`, body, ...options }),
    /** More money a day now, less when the paid days are over. */
    change: (id: string, body: SubscriptionChange, options?: CallOptions) =>
      call<Subscription>({ method: 'POST', path: `${path(id)}/change`, body, ...options }),
    pause: (id: string, options?: CallOptions) =>
      call<Subscription>({ method: 'POST', path: `${path(id)}/pause`, ...options }),
    resume: (id: string, options?: CallOptions) =>
      call<Subscription>({ method: 'POST', path: `${path(id)}/resume`, ...options }),
    stop: (id: string, body: SubscriptionStop, options?: CallOptions) =>
      call<Subscription>({ method: 'POST', path: `${path(id)}/stop`, body, ...options }),
  };
}
