import { listPaymentMethods } from '@kazna/contract/cabinet/payment-methods';
import {
  getPayment,
  getPaymentTotals,
  listPayments,
  type PaymentDetails,
  type PaymentFilter,
} from '@kazna/contract/cabinet/payments';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { itemsOf, paged, queryClient } from '../api/query-client.ts';
import { keys } from './keys.ts';

const pageSize = 25;

export function paymentsQuery(filter: PaymentFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.paymentList(filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listPayments, { query: { ...filter, limit: pageSize, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function paymentTotalsQuery(filter: PaymentFilter) {
  return queryOptions({
    queryKey: keys.paymentTotals(filter),
    queryFn: ({ signal }) => call(getPaymentTotals, { query: filter }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Polls while the payment or a refund is pending; hidden tabs do not poll. */
export function paymentQuery(paymentId: string) {
  return queryOptions({
    queryKey: keys.payment(paymentId),
    queryFn: ({ signal }) => call(getPayment, { params: { paymentId } }, signal),
    refetchInterval: ({ state }) => state.data && isUnsettled(state.data) && pollingIntervalMs(state.dataUpdateCount),
  });
}

function isUnsettled({ status, refunds, connecting }: PaymentDetails): boolean {
  if (status === 'succeeded' && connecting?.status === 'waiting') return true;
  return status === 'pending' || refunds.some((refund) => refund.status === 'pending');
}

/** Polling backoff: every two seconds for the first minute, then slower. */
function pollingIntervalMs(answers: number): number {
  return Math.min(2000 * Math.max(1, answers / 30) ** 2, 30_000);
}

export function showChangedPayment(payment: PaymentDetails): void {
  queryClient.setQueryData(paymentQuery(payment.id).queryKey, payment);
  refreshMoney();
}

export function refreshMoney(): void {
  void queryClient.invalidateQueries({ queryKey: keys.balances });
  void queryClient.invalidateQueries({ queryKey: keys.operations });
  void queryClient.invalidateQueries({ queryKey: keys.paymentLists });
  void queryClient.invalidateQueries({ queryKey: keys.allPaymentTotals });
}

export function recentPaymentsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.recentPayments(organizationId),
    queryFn: () => call(listPayments, { query: { limit: 20 } }),
    enabled: organizationId !== undefined,
  });
}

/** Pending payments, polled because they are paid on the provider's page. */
export function unfinishedPaymentsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.unfinishedPayments(organizationId),
    queryFn: () => call(listPayments, { query: { status: 'pending', limit: 5 } }),
    enabled: organizationId !== undefined,
    refetchInterval: ({ state }) => (state.data?.items.length ? 15_000 : false),
  });
}

/** Saved cards of the session's organization; disabled for members who may not see them. */
export function paymentMethodsQuery(organizationId: string | undefined, isAllowed: boolean) {
  return queryOptions({
    queryKey: keys.savedCards(organizationId),
    queryFn: () => call(listPaymentMethods),
    enabled: isAllowed && organizationId !== undefined,
  });
}
