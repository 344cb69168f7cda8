import { listUnidentifiedReceipts } from '@kazna/contract/admin/bank-statements';
import { listAnyInvoices } from '@kazna/contract/admin/invoices';
import { listAllOrganizations } from '@kazna/contract/admin/organizations';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';

export interface ReceiptFilter {
  status: 'unidentified' | 'returned';
  q?: string | undefined;
}

export function receiptsQuery(filter: ReceiptFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'receipts', filter],
    queryFn: ({ pageParam: cursor }) => call(listUnidentifiedReceipts, { query: { ...filter, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function foundOrganizationsQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'found-organizations', q],
    queryFn: () => call(listAllOrganizations, { query: { q, limit: 6 } }),
    select: ({ items }) => items.filter(({ status }) => status !== 'closed'),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

export function unpaidInvoicesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['admin', 'unpaid-invoices', organizationId],
    queryFn: () => call(listAnyInvoices, { params: { organizationId }, query: { state: 'unpaid', limit: 20 } }),
    select: ({ items }) => items,
  });
}
