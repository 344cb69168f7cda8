import * as z from 'zod/mini';
import { document, documentKind, exchangeReadiness } from '../cabinet/documents.ts';
import { organizationParams } from '../cabinet/organizations.ts';
import { month } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery } from '../shared/fields.ts';
import { reason } from './reason.ts';

export const monthlyDocument = z.extend(document, {
  organizationId: id,
  /** As the document says them. */
  buyerName: z.string(),
  buyerInn: z.string(),
  vatMinor: z.int(),
});
export type MonthlyDocument = z.output<typeof monthlyDocument>;

export const listMonthlyDocuments = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  summary: 'Acts, УПД and advance invoices of a month, newest first',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, period: month, organizationId: z.optional(id) }),
  status: 200,
  answer: pageOf(monthlyDocument),
});

export const listDocumentsAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/documents',
  summary: 'Documents of an organization of every kind, newest first',
  access: { staff: 'admin.read' },
  params: organizationParams,
  query: z.object({ ...pageQuery, except: z.optional(documentKind) }),
  status: 200,
  answer: pageOf(document),
  problems: ['not_found'],
});

export const getMonthlyTotals = endpoint({
  method: 'GET',
  path: '/api/admin/documents/totals',
  summary: 'Sums of a month by kind of document, of the last revisions alone',
  access: { staff: 'admin.read' },
  query: z.object({ period: month }),
  status: 200,
  answer: z.object({
    items: z.array(
      z.object({
        kind: document.shape.kind,
        currency: document.shape.currency,
        count: z.int(),
        amountMinor: z.int(),
        vatMinor: z.int(),
      }),
    ),
    /** When the job has been through all organizations; null before. */
    finishedAt: z.nullable(document.shape.createdAt),
    /** Organizations whose documents the job could not make and retries. */
    failedCount: z.int(),
  }),
});

export const exportMonthlyRegister = endpoint({
  method: 'GET',
  path: '/api/admin/documents/register',
  summary: 'The register of a month as XLSX',
  access: { staff: 'admin.read' },
  query: z.object({ period: month }),
  status: 200,
  file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});

export const getXmlArchive = endpoint({
  method: 'GET',
  path: '/api/admin/documents/xml',
  summary:
    'The files of a month for electronic exchange as a ZIP, the last revisions alone, with a list of what is left out',
  access: { staff: 'admin.read' },
  query: z.object({ month }),
  status: 200,
  file: ['application/zip'],
  problems: ['exchange_not_ready'],
});

const documentParams = z.object({ documentId: id });

export const getDocumentXmlAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/documents/{documentId}/xml',
  summary: 'The file for electronic exchange that the customer gets too',
  access: { staff: 'admin.read' },
  params: documentParams,
  status: 200,
  file: ['application/xml'],
  problems: ['document_without_xml', 'exchange_not_ready'],
});

export const getXmlReadinessAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/documents/{documentId}/xml/readiness',
  summary: 'What a document lacks to be made as XML',
  access: { staff: 'admin.read' },
  params: documentParams,
  status: 200,
  answer: exchangeReadiness,
  problems: ['document_without_xml'],
});

export const getDocumentFileAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/documents/{documentId}/file',
  summary: 'The PDF that the customer has, of an invoice too',
  access: { staff: 'admin.read' },
  params: documentParams,
  status: 200,
  file: ['application/pdf'],
});

export const correctDocument = endpoint({
  method: 'POST',
  path: '/api/admin/documents/{documentId}/correct',
  summary: 'Make a revision with the requisites and the tax of today. The document itself stays',
  access: { staff: 'admin.money' },
  params: documentParams,
  body: z.object({ reason }),
  status: 201,
  answer: monthlyDocument,
  problems: [
    ...(['not_found', 'document_not_correctable', 'document_superseded', 'document_unchanged'] as const),
    ...(['buyer_requisites_required', 'documents_not_ready'] as const),
  ],
});

export const closeMonthOf = endpoint({
  method: 'POST',
  path: '/api/admin/documents/closing',
  summary: 'Make the closing document of an organization for a month that is over',
  access: { staff: 'admin.money' },
  body: z.object({ organizationId: id, period: month }),
  status: 201,
  answer: monthlyDocument,
  problems: ['not_found', 'buyer_requisites_required', 'documents_not_ready', 'period_not_over', 'nothing_to_close'],
});
