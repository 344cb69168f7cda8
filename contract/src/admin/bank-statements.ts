import * as z from 'zod/mini';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { reason, reasonForm } from './reason.ts';
import { credit, decisions } from './statement-decisions.ts';

/**
 * What posting does with an incoming document by itself: `invoice` is credited; `suggestion` is credited when staff
 * confirm it and is unidentified otherwise; `none` is unidentified; `duplicate` and `ignored` change nothing.
 */
export const matchKinds = ['invoice', 'suggestion', 'none', 'duplicate', 'ignored'] as const;
export type MatchKind = (typeof matchKinds)[number];

export const match = z.object({
  kind: z.enum(matchKinds),
  invoiceId: z.nullable(id),
  invoiceNumber: z.nullable(z.string()),
  organizationId: z.nullable(id),
  organizationName: z.nullable(z.string()),
  /** For staff, in Russian. */
  why: z.string(),
  /** A duplicate that differs from a stored receipt in its wording: staff may say that it is another payment. */
  isSimilar: z.optional(z.boolean()),
  /** Whose it may be, where several organizations have the payer's ИНН: staff choose one. */
  candidates: z.optional(z.array(z.object({ id, name: z.string() }))),
});
export type Match = z.output<typeof match>;

export const receiptStatuses = {
  credited: 'Зачислено',
  unidentified: 'Не выяснено',
  returned: 'Возвращено',
  undone: 'Отменено',
} as const;
export type ReceiptStatus = keyof typeof receiptStatuses;
const receiptStatus = z.enum(Object.keys(receiptStatuses) as [ReceiptStatus, ...ReceiptStatus[]]);

const documentFields = {
  id,
  line: z.int(),
  kind: z.string(),
  number: z.string(),
  date: day,
  amountMinor: z.int(),
  purpose: z.string(),
};
const incoming = z.object({
  ...documentFields,
  payer: z.string(),
  inn: z.nullable(z.string()),
  match,
  /** Null until the statement is posted, and for what posting left alone. */
  receipt: z.nullable(
    z.object({
      id,
      status: receiptStatus,
      /** Whose balance it was credited to. */
      organizationId: z.nullable(id),
      organizationName: z.nullable(z.string()),
      invoiceNumber: z.nullable(z.string()),
    }),
  ),
});
export type IncomingDocument = z.output<typeof incoming>;
const other = z.object({ ...documentFields, payee: z.string(), inn: z.nullable(z.string()) });

const statementFields = {
  id,
  status: z.enum(['preview', 'posted', 'undone']),
  /** Of the business, in the file's order; empty for a statement read before they were stored. */
  accounts: z.array(z.object({ number: z.string(), bankName: z.nullable(z.string()) })),
  createdAt: time,
  /** Null after the account was deleted. */
  createdBy: z.nullable(z.string()),
  /** Of its documents; null without any. */
  firstDay: z.nullable(day),
  lastDay: z.nullable(day),
  postedAt: z.nullable(time),
  undoneAt: z.nullable(time),
};
const statement = z.object({
  ...statementFields,
  faults: z.array(z.object({ line: z.int(), message: z.string() })),
  /** Sections of the bank's own sums of our accounts, and how many of them disagree with the documents. */
  balances: z.object({ count: z.int(), mismatched: z.int() }),
  incoming: z.array(incoming),
  outgoing: z.array(other),
  internal: z.array(other),
});
export type BankStatement = z.output<typeof statement>;

const statementParams = z.object({ statementId: id });

export const uploadBankStatement = endpoint({
  method: 'POST',
  path: '/api/admin/bank-statements',
  summary:
    'Read a statement of the format 1CClientBankExchange and show what posting it would do. Nothing is credited yet',
  access: { staff: 'admin.money' },
  bytes: true,
  maxBodyBytes: 20 * 1024 * 1024,
  status: 201,
  answer: statement,
  problems: ['statement_too_long'],
});

export const listBankStatements = endpoint({
  method: 'GET',
  path: '/api/admin/bank-statements',
  summary: 'Statements, newest first',
  access: { staff: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(z.object({ ...statementFields, incomingCount: z.int(), incomingMinor: z.int() })),
});

export const getBankStatement = endpoint({
  method: 'GET',
  path: '/api/admin/bank-statements/{statementId}',
  summary: 'A statement with its documents and what became, or would become, of them',
  access: { staff: 'admin.read' },
  params: statementParams,
  status: 200,
  answer: statement,
});

export const postBankStatement = endpoint({
  method: 'POST',
  path: '/api/admin/bank-statements/{statementId}/post',
  summary: 'Credit what matched and what staff decided; the rest becomes unidentified money',
  access: { staff: 'admin.money', isConfirmed: true },
  params: statementParams,
  body: z.object({ decisions: z._default(decisions, []) }),
  maxBodyBytes: 2 * 1024 * 1024,
  status: 200,
  answer: statement,
  problems: [
    'confirmation_required',
    'statement_not_open',
    'receipt_duplicate',
    'invoice_not_open',
    'organization_closed',
    'not_found',
  ],
});

export const discardBankStatement = endpoint({
  method: 'DELETE',
  path: '/api/admin/bank-statements/{statementId}',
  summary: 'Throw away a statement that was not posted',
  access: { staff: 'admin.money' },
  params: statementParams,
  status: 204,
  problems: ['statement_not_open', 'not_found'],
});

export const undoBankStatement = endpoint({
  method: 'POST',
  path: '/api/admin/bank-statements/{statementId}/undo',
  summary: 'Reverse everything that posting the statement credited and that was not returned since',
  access: { staff: 'admin.money' },
  params: statementParams,
  body: reasonForm,
  status: 200,
  answer: statement,
  problems: ['statement_not_open', 'receipt_spent'],
});

/** By which the bank sent the money back. */
export const returnOrder = lineOfText(1, 20, ['номер поручения', 'номера поручения']);

const receipt = z.object({
  id,
  statementId: id,
  status: receiptStatus,
  ...{ number: z.string(), date: day, amountMinor: z.int(), payer: z.string(), inn: z.nullable(z.string()) },
  purpose: z.string(),
  createdAt: time,
  /** Null for other money, and for what was returned before this was asked. */
  returned: z.nullable(z.object({ at: time, orderNumber: z.string(), reason: z.string() })),
});
export type BankReceipt = z.output<typeof receipt>;

export const listUnidentifiedReceipts = endpoint({
  method: 'GET',
  path: '/api/admin/bank-receipts',
  summary: 'Money whose owner is not known, or that was returned for it, newest first',
  access: { staff: 'admin.read' },
  query: z.object({
    ...pageQuery,
    status: z._default(z.enum(['unidentified', 'returned']), 'unidentified'),
    /** Part of the payer's name or of the purpose, the payer's ИНН, the number of the payment order. */
    q: z.optional(search),
  }),
  status: 200,
  answer: pageOf(receipt),
});

const receiptParams = z.object({ receiptId: id });
export const assignForm = z.object({ ...credit, reason });
export const returnForm = z.object({ orderNumber: returnOrder, reason });

export const assignReceipt = endpoint({
  method: 'POST',
  path: '/api/admin/bank-receipts/{receiptId}/assign',
  summary: 'Credit unidentified money to an organization',
  access: { staff: 'admin.money', isConfirmed: true },
  params: receiptParams,
  body: assignForm,
  status: 204,
  problems: [
    'confirmation_required',
    'receipt_not_unidentified',
    'invoice_not_open',
    'organization_closed',
    'not_found',
  ],
});

export const returnReceipt = endpoint({
  method: 'POST',
  path: '/api/admin/bank-receipts/{receiptId}/return',
  summary: 'Say that unidentified money was sent back by the bank',
  access: { staff: 'admin.money', isConfirmed: true },
  params: receiptParams,
  body: returnForm,
  status: 204,
  problems: ['confirmation_required', 'receipt_not_unidentified'],
});
