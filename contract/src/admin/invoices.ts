import * as z from 'zod/mini';
import { type InvoiceStatus, invoiceStatuses } from '../cabinet/documents.ts';
import { organizationParams } from '../cabinet/organizations.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { reasonForm } from './reason.ts';

export const adminInvoice = z.object({
  id,
  number: z.string(),
  amountMinor: z.int(),
  paidMinor: z.int(),
  currency,
  status: z.enum(Object.keys(invoiceStatuses) as [InvoiceStatus, ...InvoiceStatus[]]),
  createdAt: time,
  dueAt: time,
});
export type AdminInvoice = z.output<typeof adminInvoice>;

export const listInvoicesAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/invoices',
  summary: 'Invoices of an organization, newest first',
  access: { staff: 'admin.read' },
  params: organizationParams,
  query: z.object({
    ...pageQuery,
    /** `unpaid`: those that money may still be credited to, partly paid ones included. */
    state: z.optional(z.enum(['unpaid'])),
  }),
  status: 200,
  answer: pageOf(adminInvoice),
  problems: ['not_found'],
});

export const findInvoicesAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/invoices',
  summary: 'Invoices of all organizations, newest first; found by the number, with or without its letters',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, q: search }),
  status: 200,
  answer: pageOf(z.extend(adminInvoice, { organizationId: id, organizationName: z.string() })),
});

export const cancelInvoiceAsStaff = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/{invoiceId}/cancel',
  summary: 'Cancel an invoice that nothing was paid for',
  access: { staff: 'admin.money' },
  params: z.object({ invoiceId: id }),
  body: reasonForm,
  status: 204,
  problems: ['not_found', 'invoice_not_open'],
});
