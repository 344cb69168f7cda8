import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { operatorProblemSchema } from '../shared/operator-problems.ts';
import {
  amountMinor,
  id,
  idempotencyHeaders,
  idempotencyKey,
  metadata,
  pageOf,
  pageQuery,
  text,
  time,
} from './fields.ts';

export const charge = z.object({
  id,
  organizationId: id,
  amountMinor: z.int(),
  refundedMinor: z.int(),
  currency,
  description: z.string(),
  service: z.nullable(z.string()),
  metadata,
  /** The hold that it was captured from. */
  holdId: z.nullable(id),
  /** When the service was rendered. */
  occurredAt: time,
  createdAt: time,
});
export type Charge = z.output<typeof charge>;

export const chargeForm = z.object({
  organizationId: id,
  amountMinor,
  currency,
  description: text(1, 250),
  service: z.optional(text(1, 100)),
  metadata: z.optional(metadata),
  occurredAt: z.optional(time),
});
export type ChargeForm = z.output<typeof chargeForm>;

export const createCharge = endpoint({
  method: 'POST',
  path: '/v1/charges',
  summary: 'Take money from an organization’s balance for what was sold',
  reference: { title: 'Списать деньги за услугу', client: 'charges.create' },
  access: { key: 'charges:write' },
  headers: idempotencyHeaders,
  body: chargeForm,
  status: 201,
  answer: charge,
  problems: ['insufficient_funds', 'not_found', 'organization_closed'],
});

/** An item of a batch is refused for what a single charge would be, and for what ends any call. */
const itemProblem = z.extend(operatorProblemSchema, {
  code: z.enum([
    ...([
      'validation_failed',
      'insufficient_funds',
      'not_found',
      'organization_closed',
      'idempotency_conflict',
    ] as const),
    ...(['internal_error', 'outcome_unknown', 'unavailable'] as const),
  ]),
});
export type ItemProblem = z.output<typeof itemProblem>;

export const chargeBatchItem = z.extend(chargeForm, { idempotencyKey });

export const createChargeBatch = endpoint({
  method: 'POST',
  path: '/v1/charges/batch',
  summary:
    'Up to 500 charges with a result for each. A refused one stops no other; its key may be used again in a batch of another key. A repeated key of the batch returns the first results',
  reference: {
    title: 'Списать пачкой',
    hint: 'До 500 списаний, у каждого свой ответ. Отказ одному не мешает другим, его ключ можно использовать снова.',
    client: 'charges.batch',
  },
  access: { key: 'charges:write' },
  headers: idempotencyHeaders,
  body: z.object({ charges: z.array(chargeBatchItem).check(z.minLength(1), z.maxLength(500)) }),
  maxBodyBytes: 4 * 1024 * 1024,
  status: 200,
  answer: z.object({
    /** In the order of the charges. */
    results: z.array(z.union([z.object({ charge }), z.object({ problem: itemProblem })])),
  }),
  problems: ['idempotency_conflict'],
});
export type BatchResult = z.output<typeof createChargeBatch.answer>['results'][number];

export const listCharges = endpoint({
  method: 'GET',
  path: '/v1/charges',
  summary: 'Charges, newest first',
  reference: { title: 'Список списаний', hint: 'Новые сверху.', client: 'charges.list' },
  access: { key: 'charges:write' },
  query: z.object({ ...pageQuery, organizationId: z.optional(id) }),
  status: 200,
  answer: pageOf(charge),
});

const chargeParams = z.object({ chargeId: id });

export const getCharge = endpoint({
  method: 'GET',
  path: '/v1/charges/{chargeId}',
  summary: 'A charge',
  reference: { title: 'Одно списание', client: 'charges.get' },
  access: { key: 'charges:write' },
  params: chargeParams,
  status: 200,
  answer: charge,
});

export const chargeRefund = z.object({
  id,
  chargeId: id,
  organizationId: id,
  amountMinor: z.int(),
  currency,
  reason: z.string(),
  createdAt: time,
});
export type ChargeRefund = z.output<typeof chargeRefund>;

export const refundCharge = endpoint({
  method: 'POST',
  path: '/v1/charges/{chargeId}/refunds',
  summary: 'Give a part of a charge, or what is left of it, back to the balance',
  reference: {
    title: 'Вернуть списанное на баланс',
    hint: 'Часть списания или всё, что от него осталось.',
    client: 'charges.refund',
  },
  access: { key: 'charges:write' },
  params: chargeParams,
  headers: idempotencyHeaders,
  body: z.object({ amountMinor: z.optional(amountMinor), reason: text(1, 250) }),
  status: 201,
  answer: chargeRefund,
  problems: ['refund_exceeds_charge', 'organization_closed'],
});
