import * as z from 'zod/mini';
import { day, month } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { email, id, idempotencyHeaders, lineOfText, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { amountMinor, currency } from '../shared/money.ts';
import { requisites } from '../shared/requisite-names.ts';

export const documentKinds = {
  invoice: 'Счёт',
  act: 'Акт',
  upd: 'УПД',
  advance_invoice: 'Счёт-фактура на аванс',
  reconciliation: 'Акт сверки',
} as const;
export type DocumentKind = keyof typeof documentKinds;
export const documentKind = z.enum(Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]);

export const invoiceStatuses = {
  open: 'Ждёт оплаты',
  partly_paid: 'Оплачен частично',
  paid: 'Оплачен',
  overdue: 'Просрочен',
  canceled: 'Отменён',
} as const;
export type InvoiceStatus = keyof typeof invoiceStatuses;
const status = z.enum(Object.keys(invoiceStatuses) as [InvoiceStatus, ...InvoiceStatus[]]);

const invoiceFields = {
  id,
  /** «КЗ-000123». */
  number: z.string(),
  amountMinor: z.int(),
  paidMinor: z.int(),
  currency,
  status,
  createdAt: time,
  dueAt: time,
};

export const document = z.object({
  id,
  kind: documentKind,
  number: z.string(),
  day,
  /** The month that an act or УПД closes, or in which an advance came; null for the others. */
  period: z.nullable(month),
  /** Of a reconciliation: its first and last day. */
  from: z.nullable(day),
  to: z.nullable(day),
  /** Zero of an act, УПД or advance invoice that is annulled, below zero of old ones where more was given back than sold. Of a reconciliation: what stood on the balance at its end. */
  amountMinor: z.int(),
  currency,
  /** Zero for the first one, then «Исправление № 1» and so on. */
  revision: z.int(),
  isSuperseded: z.boolean(),
  createdAt: time,
  /** Of an invoice; null for the others. */
  status: z.nullable(status),
  paidMinor: z.nullable(z.int()),
  dueAt: z.nullable(time),
});
export type Document = z.output<typeof document>;

/** An act or УПД of a month of which everything was given back, or an advance invoice of a transfer that was undone. */
export const isAnnulled = ({ kind, amountMinor }: Pick<Document, 'kind' | 'amountMinor'>): boolean =>
  (kind === 'act' || kind === 'upd' || kind === 'advance_invoice') && amountMinor === 0;

/** What came for an invoice: a bank transfer, or a payment by card or СБП through a link. */
const invoicePayment = z.object({
  /** Of the payment order, or «К-1042» of a payment. */
  number: z.string(),
  /** Of the payment order, or when the payment was made, by Moscow's calendar. */
  day,
  amountMinor: z.int(),
  /** The movement of the balance. */
  operationId: id,
  /** Null of a bank transfer. */
  paymentId: z.nullable(id),
});
export type InvoicePayment = z.output<typeof invoicePayment>;

export const invoice = z.object({
  ...invoiceFields,
  day,
  description: z.nullable(z.string()),
  /** In percent; null of a seller who is no payer of VAT. */
  vat: z.nullable(z.literal([0, 5, 7, 10, 20, 22])),
  vatMinor: z.int(),
  purpose: z.string(),
  seller: requisites,
  buyer: requisites,
  bank: z.object({
    bankName: z.string(),
    bik: z.string(),
    account: z.string(),
    correspondentAccount: z.nullable(z.string()),
  }),
  /** Rows of modules, `1` for black, to be drawn with a margin of four modules. */
  qr: z.array(z.string()),
  /** Oldest first. */
  payments: z.array(invoicePayment),
});
export type Invoice = z.output<typeof invoice>;

export const createInvoiceForm = z.object({ amountMinor, currency, description: z.optional(lineOfText(1, 128)) });

/** The problem that asking for an invoice would meet, so that the form can say what to do before anything is typed. */
export const invoiceReadiness = ['ready', 'requisites_required', 'invoices_not_ready'] as const;
export type InvoiceReadiness = (typeof invoiceReadiness)[number];

export const getInvoiceReadiness = endpoint({
  method: 'GET',
  path: '/api/invoices/readiness',
  summary: 'Whether the organization may pay by invoice, or what keeps it from that',
  access: { organization: 'payments.create', of: 'session' },
  status: 200,
  answer: z.object({ readiness: z.enum(invoiceReadiness) }),
});

export const createInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices',
  summary: 'Ask for an invoice to pay by bank transfer. The same key with the same body answers the first one again',
  access: { organization: 'payments.create', of: 'session' },
  headers: idempotencyHeaders,
  body: createInvoiceForm,
  status: 201,
  answer: invoice,
  problems: [
    ...(['idempotency_conflict', 'currency_disabled', 'requisites_required'] as const),
    ...(['invoices_not_ready', 'too_many_invoices'] as const),
  ],
});

const invoiceParams = z.object({ invoiceId: id });

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/{invoiceId}',
  summary: 'An invoice with what is needed to pay it',
  access: { organization: 'payments.read', of: 'session' },
  params: invoiceParams,
  status: 200,
  answer: invoice,
});

export const cancelInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/{invoiceId}/cancel',
  summary: 'Cancel an invoice that nothing was paid for',
  access: { organization: 'payments.create', of: 'session' },
  params: invoiceParams,
  status: 200,
  answer: invoice,
  problems: ['not_found', 'invoice_not_open'],
});

/** Days are those of the documents, the last one included. */
const documentFilter = {
  kind: z.optional(documentKind),
  period: z.optional(month),
  from: z.optional(day),
  to: z.optional(day),
  /** A part of the number. */
  q: z.optional(search),
};

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  summary: 'Documents of the organization, the latest by their own date first',
  access: { organization: 'payments.read', of: 'session' },
  query: z.object({
    ...pageQuery,
    ...documentFilter,
    amountMinor: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  }),
  status: 200,
  answer: pageOf(document),
});

export const archivedDocuments = 1000;

export const getDocumentArchive = endpoint({
  method: 'GET',
  path: '/api/documents/archive',
  summary: 'The PDFs of a period as a ZIP',
  access: { organization: 'payments.export', of: 'session' },
  query: z.object(documentFilter),
  status: 200,
  file: ['application/zip'],
});

export const getDocumentFile = endpoint({
  method: 'GET',
  path: '/api/documents/{documentId}/file',
  summary: 'The document as PDF, always the same bytes',
  access: { organization: 'payments.read', of: 'session' },
  params: z.object({ documentId: id }),
  status: 200,
  file: ['application/pdf'],
});

/** Documents that the tax service's format has a place for. */
export const exchangedKinds: readonly DocumentKind[] = ['act', 'upd', 'advance_invoice'];

/** What keeps a document from being made as XML, by field: `seller.edo`, `buyer.address`, `lines`. */
export const exchangeReadiness = z.object({ missing: z.array(z.object({ path: z.string(), message: z.string() })) });

export const getDocumentXml = endpoint({
  method: 'GET',
  path: '/api/documents/{documentId}/xml',
  summary: 'An act, УПД or advance invoice as the file of the tax service’s format 5.03, windows-1251',
  access: { organization: 'payments.read', of: 'session' },
  params: z.object({ documentId: id }),
  status: 200,
  file: ['application/xml'],
  problems: ['document_without_xml', 'exchange_not_ready'],
});

export const getXmlReadiness = endpoint({
  method: 'GET',
  path: '/api/documents/{documentId}/xml/readiness',
  summary: 'What a document lacks to be made as XML',
  access: { organization: 'payments.read', of: 'session' },
  params: z.object({ documentId: id }),
  status: 200,
  answer: exchangeReadiness,
  problems: ['document_without_xml'],
});

export const sendDocument = endpoint({
  method: 'POST',
  path: '/api/documents/{documentId}/send',
  summary: 'Send the PDF of a document to any address, an accountant for instance',
  access: { organization: 'payments.create', of: 'session' },
  params: z.object({ documentId: id }),
  body: z.object({ email }),
  status: 204,
  problems: ['not_found'],
});
