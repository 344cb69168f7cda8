import { type Document, getInvoice, type Invoice, listDocuments } from '@kazna/contract/cabinet/documents';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged, queryClient } from '../../api/query-client.ts';
import { documentTitle } from '../../parts/document-title.ts';
import { keys } from '../../queries/keys.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import type { DocumentFilter } from './search.ts';

const pageSize = 25;

export function documentsQuery(filter: DocumentFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.documentList(filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listDocuments, { query: { ...filter, limit: pageSize, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function invoiceQuery(invoiceId: string) {
  return queryOptions({
    queryKey: keys.invoice(invoiceId),
    queryFn: ({ signal }) => call(getInvoice, { params: { invoiceId } }, signal),
  });
}

export function showChangedInvoice(invoice: Invoice): void {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice);
  void queryClient.invalidateQueries({ queryKey: keys.documentLists });
}

export function showNewDocument(document: Document): void {
  void queryClient.invalidateQueries({ queryKey: keys.documentLists });
  showToast({ kind: 'success', message: 'Документ готов', detail: documentTitle(document) });
}
