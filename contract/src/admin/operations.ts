import * as z from 'zod/mini';
import { chargedFor, operationDetails } from '../cabinet/operations.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, idempotencyHeaders, time } from '../shared/fields.ts';
import { reason } from './reason.ts';

export const adminOperation = z.extend(operationDetails, {
  organizationId: id,
  charge: z.nullable(
    z.extend(z.omit(chargedFor, { shownMetadata: true }), {
      id,
      /** A key of the operator API or a job. */
      createdBy: z.nullable(z.string()),
      metadata: z.record(z.string(), z.string()),
      refunds: z.array(
        z.object({
          id,
          amountMinor: z.int(),
          createdAt: time,
          reason: z.string(),
          createdBy: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});
export type AdminOperation = z.output<typeof adminOperation>;

export const getOperationAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}/operations/{operationId}',
  summary: 'One movement of a balance with all that the business knows of it',
  access: { staff: 'admin.read' },
  params: z.object({ organizationId: id, operationId: id }),
  status: 200,
  answer: adminOperation,
  problems: ['not_found'],
});

export const chargeRefundForm = z.object({
  amountMinor: z.int().check(z.gte(1), z.lte(100_000_000_000)),
  reason,
});

export const refundChargeAsStaff = endpoint({
  method: 'POST',
  path: '/api/admin/charges/{chargeId}/refunds',
  summary: 'Give a charge back to the balance, in whole or in part. The same key again changes nothing',
  access: { staff: 'admin.money', isConfirmed: true },
  params: z.object({ chargeId: id }),
  headers: idempotencyHeaders,
  body: chargeRefundForm,
  status: 201,
  answer: z.object({ refundedMinor: z.int() }),
  problems: [
    ...(['confirmation_required', 'not_found', 'refund_too_large'] as const),
    ...(['organization_closed', 'idempotency_conflict'] as const),
  ],
});
