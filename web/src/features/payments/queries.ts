import { listBankReturns } from '@kazna/contract/cabinet/bank-returns';
import { getBankTransferTotals, listBankTransfers, type TransferFilter } from '@kazna/contract/cabinet/bank-transfers';
import {
  getPayment,
  getPaymentTotals,
  listPayments,
  type PaymentDetails,
  type PaymentFilter,
} from '@kazna/contract/cabinet/payments';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';
import { queryClient } from '../../api/query-client.ts';

const pageSize = 25;

export function paymentsQuery(filter: PaymentFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['payments', 'list', filter],
    queryFn: ({ pageParam: cursor }) => call(listPayments, { query: { ...filter, limit: pageSize, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function transfersQuery(filter: TransferFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['payments', 'transfers', filter],
    queryFn: ({ pageParam: cursor }) => call(listBankTransfers, { query: { ...filter, limit: pageSize, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function transferTotalsQuery(filter: TransferFilter) {
  return queryOptions({
    queryKey: ['payments', 'transfer-totals', filter],
    queryFn: () => call(getBankTransferTotals, { query: filter }),
    placeholderData: keepPreviousData,
  });
}

/** Whatever moves the balance changes what can be returned. Disabled without an organization. */
export function bankReturnsQuery(organizationId: string | undefined) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['balance', organizationId, 'bank-returns'],
    queryFn: ({ pageParam: cursor }) =>
      call(listBankReturns, { params: { organizationId: organizationId ?? '' }, query: { limit: 5, cursor } }),
    select: (data) => ({ items: itemsOf(data), returnable: data.pages[0]?.returnable ?? [] }),
    enabled: organizationId !== undefined,
  });
}

export function paymentTotalsQuery(filter: PaymentFilter) {
  return queryOptions({
    queryKey: ['payments', 'totals', filter],
    queryFn: () => call(getPaymentTotals, { query: filter }),
    placeholderData: keepPreviousData,
  });
}

/** Polls while the payment or a refund is pending; hidden tabs do not poll. */
export function paymentQuery(paymentId: string) {
  return queryOptions({
    queryKey: ['payments', 'one', paymentId],
    queryFn: () => call(getPayment, { params: { paymentId } }),
    refetchInterval: ({ state }) => state.data && isUnsettled(state.data) && pauseAfter(state.dataUpdateCount),
  });
}

function isUnsettled({ status, refunds }: PaymentDetails): boolean {
  return status === 'pending' || refunds.some((refund) => refund.status === 'pending');
}

/** Polling backoff: every two seconds for the first minute, then slower. */
function pauseAfter(answers: number): number {
  return Math.min(2000 * Math.max(1, answers / 30) ** 2, 30_000);
}

export function showChangedPayment(payment: PaymentDetails): void {
  queryClient.setQueryData(paymentQuery(payment.id).queryKey, payment);
  refreshMoney();
}

export function refreshMoney(): void {
  void queryClient.invalidateQueries({ queryKey: ['balance'] });
  void queryClient.invalidateQueries({ queryKey: ['operations'] });
  void queryClient.invalidateQueries({ queryKey: ['payments', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['payments', 'totals'] });
}
