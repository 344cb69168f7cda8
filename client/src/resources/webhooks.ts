import { Pages } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';
import type {
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookDeliveryWithLog,
  WebhookEndpoint,
  WebhookEndpointForm,
  WebhookEndpointPatch,
  WebhookEndpointQuery,
  WebhookSecret,
} from '../types.gen.ts';

const endpointPath = (id: string) => `/v1/webhook-endpoints/${encodeURIComponent(id)}`;
const deliveryPath = (id: string) => `/v1/webhook-deliveries/${encodeURIComponent(id)}`;

export function webhookEndpoints(call: Call) {
  return {
    /** The answer holds the secret that signatures are verified with; it is shown here only. */
    create: (body: WebhookEndpointForm, options?: CallOptions) =>
      call<NewWebhookEndpoint>({ method: 'POST', path: '/v1/webhook-endpoints', body, ...options }),
    get: (id: string, options?: CallOptions) =>
      call<WebhookEndpoint>({ method: 'GET', path: endpointPath(id), ...options }),
    /** Newest first. */
    list: (query: WebhookEndpointQuery = {}, options?: CallOptions) =>
      new Pages<WebhookEndpoint>(call, '/v1/webhook-endpoints', { ...query }, options),
    update: (id: string, body: WebhookEndpointPatch, options?: CallOptions) =>
      call<WebhookEndpoint>({ method: 'PATCH', path: endpointPath(id), body, ...options }),
    delete: (id: string, options?: CallOptions) => call<void>({ method: 'DELETE', path: endpointPath(id), ...options }),
    /** Makes a new secret; for so many hours the old one signs too. */
    rotateSecret: (id: string, body: { overlapHours: number }, options?: CallOptions) =>
      call<WebhookSecret>({ method: 'POST', path: `${endpointPath(id)}/secret`, body, ...options }),
    /** Sends an event of the type `webhook.test`. */
    sendTest: (id: string, options?: CallOptions) =>
      call<WebhookDelivery>({ method: 'POST', path: `${endpointPath(id)}/test`, ...options }),
    /** Newest first. */
    deliveries: (id: string, query: WebhookDeliveryQuery = {}, options?: CallOptions) =>
      new Pages<WebhookDelivery>(call, `${endpointPath(id)}/deliveries`, { ...query }, options),
    /** Sends every delivery once more that failed since the time. */
    replayFailed: (id: string, body: { since: string }, options?: CallOptions) =>
      call<{ deliveries: number }>({ method: 'POST', path: `${endpointPath(id)}/replay`, body, ...options }),
  };
}

export function webhookDeliveries(call: Call) {
  return {
    get: (id: string, options?: CallOptions) =>
      call<WebhookDeliveryWithLog>({ method: 'GET', path: deliveryPath(id), ...options }),
    /** Sends the same body with the same id once more. */
    replay: (id: string, options?: CallOptions) =>
      call<WebhookDelivery>({ method: 'POST', path: `${deliveryPath(id)}/replay`, ...options }),
  };
}
