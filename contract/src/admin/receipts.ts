import * as z from 'zod/mini';
import { receiptKinds } from '../cabinet/receipts.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { reason } from './reason.ts';

const failedReceipt = z.object({
  id,
  kind: z.enum(receiptKinds),
  month: z.nullable(z.string()),
  provider: z.string(),
  paymentId: id,
  organizationId: id,
  organizationName: z.string(),
  amountMinor: z.int(),
  /** The provider's code, or ours; texts are in `failureTexts`. */
  reason: z.nullable(z.string()),
  attempts: z.int(),
  createdAt: time,
});
export type FailedReceipt = z.output<typeof failedReceipt>;

export const failureTexts: Readonly<Record<string, string>> = {
  provider_unknown: 'платёжной системы больше нет в настройках',
  not_reported: 'платёжная система не сообщила о чеке за двое суток',
  outcome_unknown: 'платёжная система не ответила, и пробит ли чек, неизвестно',
  not_registered: 'касса не пробила чек',
  unsupported: 'платёжная система не умеет пробивать такой чек, пробейте его в своей кассе',
};

export const listFailedReceipts = endpoint({
  method: 'GET',
  path: '/api/admin/receipts',
  summary: 'Receipts that the providers did not register, oldest first',
  access: { staff: 'admin.read' },
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(failedReceipt),
});

export const decideReceipt = endpoint({
  method: 'POST',
  path: '/api/admin/receipts/{receiptId}/decide',
  summary: 'Try a failed receipt again, or note that it was made elsewhere with the number of the fiscal document',
  access: { staff: 'admin.money' },
  params: z.object({ receiptId: id }),
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('retry'), reason }),
    z.object({
      decision: z.literal('registered'),
      document: z.string().check(z.trim(), z.regex(/^\d{1,20}$/)),
      reason,
    }),
  ]),
  status: 204,
  problems: ['not_found', 'receipt_already_decided'],
});
