import { type Document, getInvoice, type Invoice, listDocuments } from '@kazna/contract/cabinet/documents';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';
import { queryClient } from '../../api/query-client.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { documentTitle } from './document-title.ts';
import type { DocumentFilter } from './search.ts';

const pageSize = 25;

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

export function showNewDocument(document: Document): void {
  void queryClient.invalidateQueries({ queryKey: ['documents', 'list'] });
  showToast({ kind: 'success', message: 'Документ готов', detail: documentTitle(document) });
}
