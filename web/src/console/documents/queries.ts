import { getMonthlyTotals, listMonthlyDocuments } from '@kazna/contract/admin/documents';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';

export function registerQuery(period: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'documents', period],
    queryFn: ({ pageParam: cursor }) => call(listMonthlyDocuments, { query: { period, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function registerTotalsQuery(period: string) {
  return queryOptions({
    queryKey: ['admin', 'document-totals', period],
    queryFn: () => call(getMonthlyTotals, { query: { period } }),
    placeholderData: keepPreviousData,
  });
}
