import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { id, pageOf, pageQuery, time } from './fields.ts';

const status = z.enum(['pending', 'succeeded', 'canceled', 'expired', 'review']);

export const payment = z.object({
  id,
  organizationId: id,
  amountMinor: z.int(),
  refundedMinor: z.int(),
  currency,
  method: z.string(),
  description: z.nullable(z.string()),
  status,
  createdAt: time,
  paidAt: z.nullable(time),
});
export type Payment = z.output<typeof payment>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/v1/payments',
  summary: 'Payments that topped up balances, newest first',
  reference: { title: 'Список пополнений', hint: 'Новые сверху.', client: 'payments.list' },
  access: { key: 'payments:read' },
  query: z.object({ ...pageQuery, organizationId: z.optional(id), status: z.optional(status) }),
  status: 200,
  answer: pageOf(payment),
});
