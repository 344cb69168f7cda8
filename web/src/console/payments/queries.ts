import { type AllPaymentsFilter, getAllPaymentTotals, listAllPayments } from '@kazna/contract/admin/payments';
import { type AllRefundsFilter, getAllRefundTotals, listAllRefunds } from '@kazna/contract/admin/refunds';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';

const limit = 25;

export function allPaymentsQuery(filter: AllPaymentsFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'payments', filter],
    queryFn: ({ pageParam: cursor, signal }) => call(listAllPayments, { query: { ...filter, limit, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function allPaymentTotalsQuery(filter: AllPaymentsFilter) {
  return queryOptions({
    queryKey: ['admin', 'payment-totals', filter],
    queryFn: ({ signal }) => call(getAllPaymentTotals, { query: filter }, signal),
    placeholderData: keepPreviousData,
  });
}

export function allRefundsQuery(filter: AllRefundsFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'refunds', filter],
    queryFn: ({ pageParam: cursor, signal }) => call(listAllRefunds, { query: { ...filter, limit, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function allRefundTotalsQuery(filter: AllRefundsFilter) {
  return queryOptions({
    queryKey: ['admin', 'refund-totals', filter],
    queryFn: ({ signal }) => call(getAllRefundTotals, { query: filter }, signal),
    placeholderData: keepPreviousData,
  });
}
