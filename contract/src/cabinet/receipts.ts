import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';

export const receiptKinds = ['advance', 'settlement', 'settlement_return', 'refund'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** `waiting`: the money is on its way back. `canceled`: it did not go. */
const receiptStatuses = ['waiting', 'pending', 'registered', 'failed', 'canceled'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

const receipt = z.object({
  id,
  kind: z.enum(receiptKinds),
  /** «2026-10» for what was spent in October; null for other kinds. */
  month: z.nullable(z.string()),
  amountMinor: z.int(),
  status: z.enum(receiptStatuses),
  /** Null until registered. */
  fiscal: z.nullable(
    z.object({
      document: z.nullable(z.string()),
      storage: z.nullable(z.string()),
      sign: z.nullable(z.string()),
      registeredAt: time,
    }),
  ),
  /** The receipt at the operator of fiscal data; null where the provider names none. */
  url: z.nullable(z.string()),
  createdAt: time,
});
export type Receipt = z.output<typeof receipt>;

export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/payments/{paymentId}/receipts',
  summary: 'Receipts of a payment: of the advance, of what was spent of it by months, of refunds',
  access: { organization: 'payments.read', of: 'session' },
  params: z.object({ paymentId: id }),
  status: 200,
  answer: z.object({
    items: z.array(receipt),
    /** Where the provider sends them; null once the payer has deleted their account. */
    email: z.nullable(z.string()),
  }),
  problems: ['not_found'],
});

export const sendReceipt = endpoint({
  method: 'POST',
  path: '/api/receipts/{receiptId}/send',
  summary: 'Send a registered receipt to its address once more',
  access: { organization: 'payments.read', of: 'session' },
  params: z.object({ receiptId: id }),
  status: 204,
  problems: ['not_found', 'receipt_not_registered', 'too_many_requests'],
});
