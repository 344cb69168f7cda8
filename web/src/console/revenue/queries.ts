import * as contract from '@kazna/contract/admin/revenue';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, type PageOf, paged } from '../../api/query-client.ts';
import type { RowList, rowsOf } from './search.ts';

export function revenueQuery(query: NonNullable<Sent<typeof contract.getRevenue>['query']>) {
  return queryOptions({
    queryKey: ['admin', 'revenue', query],
    queryFn: () => call(contract.getRevenue, { query }),
    placeholderData: keepPreviousData,
  });
}

export type Rows = ReturnType<typeof rowsOf>;

/** One item of each list of rows. */
export interface RowItems {
  moves: contract.RevenueMove;
  subscriptions: contract.RevenueSubscription;
  customers: contract.RevenueCustomer;
  'customer-moves': contract.CustomerMove;
  debtors: contract.Debtor;
  upcoming: contract.UpcomingSubscription;
}

type Loaders = { [List in RowList]: (rows: Rows, page: Page) => Promise<PageOf<RowItems[List]>> };
interface Page {
  limit: number;
  cursor: string | undefined;
}

const kindOf = <Kind>(kind: Kind | undefined) => (kind === undefined ? {} : { kind });

export const loadRows: Loaders = {
  moves: ({ scope, month, moveKind }, page) =>
    call(contract.listRevenueMoves, { query: { ...scope, ...page, month, ...kindOf(moveKind) } }),
  subscriptions: ({ scope, month }, page) =>
    call(contract.listRevenueSubscriptions, { query: { ...scope, ...page, month } }),
  customers: ({ scope, month, chargeKind, cohort }, page) =>
    call(contract.listRevenueCustomers, {
      query: { ...scope, ...page, month, ...kindOf(chargeKind), ...(cohort ? { cohort } : {}) },
    }),
  'customer-moves': ({ scope, month, customerMoveKind }, page) =>
    call(contract.listCustomerMoves, { query: { ...scope, ...page, month, ...kindOf(customerMoveKind) } }),
  debtors: ({ scope: { currency } }, page) => call(contract.listDebtors, { query: { currency, ...page } }),
  upcoming: ({ scope }, page) => call(contract.listUpcoming, { query: { ...scope, ...page } }),
};

export function rowsQuery<List extends RowList>(list: List, rows: Rows) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'revenue-rows', list, rows],
    queryFn: ({ pageParam: cursor }) => loadRows[list](rows, { limit: 25, cursor }),
    select: itemsOf<RowItems[List]>,
    placeholderData: keepPreviousData,
  });
}
