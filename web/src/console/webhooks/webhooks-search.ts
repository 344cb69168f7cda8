import { optionalTextOf } from '../../navigation/plain-search.ts';
import type { DeliveryStatus } from './queries.ts';

export interface WebhooksSearch {
  /** Id of the open address. */
  endpoint?: string | undefined;
  status?: DeliveryStatus;
  /** Id of the open delivery. */
  delivery?: string | undefined;
}

const statuses = ['pending', 'succeeded', 'failed'] as const;

export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  return {
    endpoint: optionalTextOf(search.endpoint),
    status: statuses.find((status) => status === search.status),
    delivery: optionalTextOf(search.delivery),
  };
}
