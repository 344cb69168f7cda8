import { getDelivery, listDeliveries, listWebhooks } from '@kazna/contract/admin/webhooks';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';

export type DeliveryStatus = NonNullable<Sent<typeof listDeliveries>['query']>['status'];

/** Deliveries go on without the page: what waits is asked for again. */
const pendingPollMs = 2000;
const settledPollMs = 30_000;

export function webhooksQuery() {
  return queryOptions({
    queryKey: ['admin', 'webhooks'],
    queryFn: () => call(listWebhooks),
    select: ({ items }) => items,
  });
}

export function deliveriesQuery(endpointId: string, status: DeliveryStatus) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'deliveries', endpointId, status],
    queryFn: ({ pageParam: cursor }) =>
      call(listDeliveries, { params: { endpointId }, query: { status, limit: 20, cursor } }),
    select: itemsOf,
    refetchInterval: ({ state }) =>
      state.data && itemsOf(state.data).some((one) => one.status === 'pending') ? pendingPollMs : settledPollMs,
  });
}

export function deliveryQuery(deliveryId: string) {
  return queryOptions({
    queryKey: ['admin', 'delivery', deliveryId],
    queryFn: () => call(getDelivery, { params: { deliveryId } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingPollMs : false),
  });
}
