import * as z from 'zod/mini';
import { type FieldError, fieldErrorSchema } from './problems.ts';

/** Every problem of the operator API with its HTTP status, title and detail. Codes are a promise: they never change. */
export const operatorProblems = {
  validation_failed: [400, 'Invalid request', 'Some fields are missing or invalid. `errors` names them.'],
  malformed_request: [
    400,
    'Malformed request',
    'The request could not be parsed. The body must be valid JSON in UTF-8.',
  ],
  unauthorized: [
    401,
    'Unknown key',
    'Send a valid key as `Authorization: Bearer kzn_live_…`. It may have expired or been revoked.',
  ],
  insufficient_funds: [
    402,
    'Insufficient funds',
    'The balance and the credit limit do not cover the amount. Nothing was charged.',
  ],
  scope_missing: [403, 'Scope missing', 'The key does not have the scope that this call requires.'],
  network_not_allowed: [403, 'Network not allowed', 'The key may not be used from this IP address.'],
  not_found: [404, 'Not found', 'There is no such object.'],
  request_timeout: [408, 'Request timeout', 'The request took too long to arrive. Nothing was changed.'],
  external_id_taken: [409, 'External id taken', 'Another organization that is not closed has this `externalId`.'],
  organization_closed: [409, 'Organization closed', 'The organization is closed: its money does not move any more.'],
  organization_suspended: [
    409,
    'Organization suspended',
    'The organization is suspended: nothing new can be set aside for it.',
  ],
  organization_has_owner: [
    409,
    'Organization has an owner',
    'Somebody has accepted the invitation and owns the organization already.',
  ],
  hold_not_open: [409, 'Hold not open', 'The hold has been captured, released or has expired.'],
  capture_exceeds_hold: [409, 'Capture exceeds the hold', 'The amount is larger than what is set aside.'],
  refund_exceeds_charge: [409, 'Refund exceeds the charge', 'The amount is larger than what is left of the charge.'],
  tariff_closed: [409, 'Tariff closed', 'The tariff cannot be connected any more.'],
  quantity_not_allowed: [409, 'Quantity not allowed', 'The tariff allows less.'],
  too_many_subscriptions: [409, 'Too many subscriptions', 'The organization has 200 running subscriptions.'],
  nothing_to_change: [409, 'Nothing to change', 'The subscription has these terms already.'],
  subscription_not_changeable: [
    409,
    'Subscription not changeable',
    'The status of the subscription does not allow it. Read the subscription again.',
  ],
  change_pending: [409, 'Change pending', 'The subscription has a pending change already.'],
  terms_changed: [
    409,
    'Terms changed',
    'The total is not `expectedTotalMinor` any more, or the version not `expectedVersionId`. Nothing was charged. Preview the change again.',
  ],
  subscription_busy: [
    409,
    'Subscription busy',
    'Another call is changing the subscription, or days that are over are being charged. Nothing was changed. Read it again and retry in a minute.',
  ],
  usage_closed: [409, 'Usage closed', 'The event is more than 35 days old: it can be neither changed nor deleted.'],
  too_many_events: [
    413,
    'Too many events',
    'A call takes at most 1000 events. Nothing was taken. Send them in several calls.',
  ],
  payload_too_large: [413, 'Payload too large', 'The request body is too large. Split it into several calls.'],
  unsupported_media_type: [415, 'Unsupported media type', 'The body must be sent as `application/json`.'],
  idempotency_conflict: [
    422,
    'Idempotency key reused',
    'The idempotency key was used with another body. Use a new key for another operation.',
  ],
  too_many_requests: [
    429,
    'Too many requests',
    'The rate limit of the key is reached. Retry after the seconds in `Retry-After`.',
  ],
  internal_error: [500, 'Internal error', 'The server failed. Retry with the same idempotency key.'],
  outcome_unknown: [
    503,
    'Outcome unknown',
    'The database did not confirm the operation, which may have been carried out. Retry with the same idempotency key, never with a new one.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'The service is not available now. Nothing was changed. Retry with the same idempotency key.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

export type OperatorProblemCode = keyof typeof operatorProblems;

export function isOperatorProblem(code: string): code is OperatorProblemCode {
  return Object.hasOwn(operatorProblems, code);
}

export const operatorProblemSchema = z.object({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.enum(Object.keys(operatorProblems) as [OperatorProblemCode, ...OperatorProblemCode[]]),
  /** Of `validation_failed`: the paths of the invalid fields. */
  errors: z.optional(z.array(fieldErrorSchema)),
  /** Of `insufficient_funds`: how much more is needed. */
  missingMinor: z.optional(z.int()),
  /** Of `scope_missing`. */
  requiredScope: z.optional(z.string()),
});
export type OperatorProblemBody = z.output<typeof operatorProblemSchema>;

/** Members of a problem that only some codes have. */
export type ProblemMembers = Pick<OperatorProblemBody, 'missingMinor' | 'requiredScope'>;

export function operatorProblemBody(
  code: OperatorProblemCode,
  { errors, ...members }: ProblemMembers & { errors?: FieldError[] | undefined } = {},
): OperatorProblemBody {
  const [status, title, detail] = operatorProblems[code];
  return { status, title, detail, code, ...(errors && { errors }), ...members };
}
