import { listPayments } from '@kazna/contract/cabinet/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export function recentPaymentsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: ['payments', 'list', 'recent', organizationId],
    queryFn: () => call(listPayments, { query: { limit: 20 } }),
    enabled: organizationId !== undefined,
  });
}

/** Pending payments, polled because they are paid on the provider's page. */
export function unfinishedPaymentsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: ['payments', 'list', 'unfinished', organizationId],
    queryFn: () => call(listPayments, { query: { status: 'pending', limit: 5 } }),
    enabled: organizationId !== undefined,
    refetchInterval: ({ state }) => (state.data?.items.length ? 15_000 : false),
  });
}
