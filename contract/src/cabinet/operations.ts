import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { operation } from './balance.ts';

const day = z.iso.date();

/** What a charge, or a refund of one, was for. */
export const chargedFor = z.object({
  /** The movement that charged: the operation itself, unless it is a refund. */
  operationId: id,
  service: z.nullable(z.string()),
  amountMinor: z.int(),
  refundedMinor: z.int(),
  /** The amount had been set aside by a hold. */
  isFromHold: z.boolean(),
  occurredAt: time,
  /** Of a subscription. */
  subscription: z.nullable(
    z.object({
      id,
      tariff: z.string(),
      quantity: z.int(),
      unit: z.string(),
      /** `to` is the first day after them; null for the fee at the start. */
      days: z.nullable(z.object({ from: day, to: day })),
    }),
  ),
  /** Of the metadata, what the business has chosen to show, in its order. */
  shownMetadata: z.array(z.object({ title: z.string(), value: z.string() })),
  /** Oldest first; the id is the movement's. */
  refunds: z.array(z.object({ id, amountMinor: z.int(), createdAt: time })),
});

export const operationDetails = z.extend(operation, {
  balanceBeforeMinor: z.int(),
  charge: z.nullable(chargedFor),
  /** Of a bank transfer. */
  transfer: z.nullable(z.object({ payer: z.string(), number: z.string(), day, purpose: z.string() })),
  /** The act or УПД of the month that it was charged in, or the invoice for the advance. */
  document: z.nullable(
    z.object({
      id,
      kind: z.enum(['act', 'upd', 'advance_invoice']),
      number: z.string(),
      period: z.string(),
      revision: z.int(),
    }),
  ),
});
export type OperationDetails = z.output<typeof operationDetails>;

export const getOperation = endpoint({
  method: 'GET',
  path: '/api/operations/{operationId}',
  summary: 'One movement of the balance: what for, the balance before and after it, its refunds and document',
  access: { organization: 'payments.read', of: 'session' },
  /** Of the movement, or of the charge that made it. */
  params: z.object({ operationId: id }),
  status: 200,
  answer: operationDetails,
  problems: ['not_found'],
});

export const getConfirmation = endpoint({
  method: 'GET',
  path: '/api/operations/{operationId}/confirmation',
  summary: 'The confirmation of a top-up by card, СБП or bank transfer as PDF',
  access: { organization: 'payments.read', of: 'session' },
  /** Of the movement, or of the payment that made it. */
  params: z.object({ operationId: id }),
  status: 200,
  file: ['application/pdf'],
});
