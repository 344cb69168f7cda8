import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { amountMinor, id, idempotencyHeaders, text, time } from './fields.ts';

export const hold = z.object({
  id,
  organizationId: id,
  amountMinor: z.int(),
  /** The charged part; the rest went back to the balance. */
  capturedMinor: z.int(),
  currency,
  description: z.string(),
  status: z.enum(['open', 'captured', 'released', 'expired']),
  /** The charge that the capture made. */
  chargeId: z.nullable(id),
  /** An open hold releases itself then. */
  expiresAt: time,
  createdAt: time,
});
export type Hold = z.output<typeof hold>;

export const holdForm = z.object({
  organizationId: id,
  amountMinor,
  currency,
  description: text(1, 250),
  /** In 7 days by default, in 90 at most. */
  expiresAt: z.optional(time),
});
export type HoldForm = z.output<typeof holdForm>;

export const createHold = endpoint({
  method: 'POST',
  path: '/v1/holds',
  summary: 'Set an amount of a balance aside',
  reference: { title: 'Зарезервировать деньги', client: 'holds.create' },
  access: { key: 'holds:write' },
  headers: idempotencyHeaders,
  body: holdForm,
  status: 201,
  answer: hold,
  problems: ['insufficient_funds', 'not_found', 'organization_closed', 'organization_suspended'],
});

const holdParams = z.object({ holdId: id });

export const getHold = endpoint({
  method: 'GET',
  path: '/v1/holds/{holdId}',
  summary: 'A hold',
  reference: { title: 'Один резерв', client: 'holds.get' },
  access: { key: 'holds:write' },
  params: holdParams,
  status: 200,
  answer: hold,
});

export const captureHold = endpoint({
  method: 'POST',
  path: '/v1/holds/{holdId}/capture',
  summary: 'Charge what is set aside, or a part of it; the rest goes back to the balance',
  reference: {
    title: 'Списать из резерва',
    hint: 'Всю сумму или часть: остальное вернётся на баланс.',
    client: 'holds.capture',
  },
  access: { key: 'holds:write' },
  params: holdParams,
  headers: idempotencyHeaders,
  body: z.object({ amountMinor: z.optional(amountMinor) }),
  status: 200,
  answer: hold,
  problems: ['hold_not_open', 'capture_exceeds_hold'],
});

export const releaseHold = endpoint({
  method: 'POST',
  path: '/v1/holds/{holdId}/release',
  summary: 'Give what is set aside back to the balance',
  reference: { title: 'Снять резерв', hint: 'Деньги вернутся на баланс.', client: 'holds.release' },
  access: { key: 'holds:write' },
  params: holdParams,
  headers: idempotencyHeaders,
  status: 200,
  answer: hold,
  problems: ['hold_not_open'],
});
