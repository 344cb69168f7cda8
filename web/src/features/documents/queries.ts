import { type DocumentKind, getInvoice, type Invoice, listDocuments } from '@kazna/contract/cabinet/documents';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';
import { queryClient } from '../../api/query-client.ts';

const pageSize = 25;

export interface DocumentFilter {
  kind: DocumentKind | undefined;
  /** `2026-11`. */
  period: string | undefined;
}

export function documentsQuery(filter: DocumentFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['documents', 'list', filter],
    queryFn: ({ pageParam: cursor }) => call(listDocuments, { query: { ...filter, limit: pageSize, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function invoiceQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['documents', 'invoice', invoiceId],
    queryFn: () => call(getInvoice, { params: { invoiceId } }),
  });
}

export function showChangedInvoice(invoice: Invoice): void {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice);
  void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
}
