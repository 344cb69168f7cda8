import { getBankTransferTotals, listBankTransfers, type TransferFilter } from '@kazna/contract/cabinet/bank-transfers';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';

const pageSize = 25;

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
