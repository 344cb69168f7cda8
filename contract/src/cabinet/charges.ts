import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';

export const chargeDetails = z.object({
  id,
  amountMinor: z.int(),
  refundedMinor: z.int(),
  currency,
  description: z.string(),
  service: z.nullable(z.string()),
  /** The amount had been set aside by a hold. */
  isFromHold: z.boolean(),
  /** When the service was rendered. */
  occurredAt: time,
  createdAt: time,
  balanceBeforeMinor: z.int(),
  balanceAfterMinor: z.int(),
  /** Of the metadata, what the business has chosen to show, in its order. */
  shownMetadata: z.array(z.object({ title: z.string(), value: z.string() })),
  /** Oldest first. */
  refunds: z.array(z.object({ id, amountMinor: z.int(), createdAt: time })),
});
export type ChargeDetails = z.output<typeof chargeDetails>;

export const getChargeDetails = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/charges/{chargeId}',
  summary: 'One charge: what for, the balance before and after it, and its refunds',
  access: { organization: 'payments.read', of: 'path' },
  params: z.object({ organizationId: id, chargeId: id }),
  status: 200,
  answer: chargeDetails,
  problems: ['not_found'],
});
