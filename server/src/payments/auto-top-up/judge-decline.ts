import { maxDeclinesInRow } from '@kazna/contract/cabinet/auto-top-up';
import type { DeclineReason } from '@kazna/contract/cabinet/decline-reasons';

/**
 * What a decline of a saved card says of the next attempt. `card_gone`: the bank will never take it again.
 * `needs_person`: only a payment that its owner confirms can pass. `tomorrow`: money or a limit is missing.
 * `later`: a fault that passes.
 */
export type DeclinePolicy = 'card_gone' | 'needs_person' | 'tomorrow' | 'later';

const policies: Record<DeclineReason, DeclinePolicy> = {
  permission_revoked: 'card_gone',
  card_expired: 'card_gone',
  invalid_card_number: 'card_gone',
  payment_method_restricted: 'card_gone',
  country_forbidden: 'card_gone',
  fraud_suspected: 'needs_person',
  '3d_secure_failed': 'needs_person',
  identification_required: 'needs_person',
  invalid_csc: 'needs_person',
  method_unsupported: 'needs_person',
  insufficient_funds: 'tomorrow',
  payment_method_limit_exceeded: 'tomorrow',
  issuer_unavailable: 'later',
  internal_timeout: 'later',
  general_decline: 'later',
  call_issuer: 'later',
  canceled_by_merchant: 'later',
  order_expired: 'later',
  expired_on_capture: 'later',
  expired_on_confirmation: 'later',
};

/** An unknown reason is treated as a temporary fault: it pauses the rule only when it stays. */
export function policyOf(reason: string | null): DeclinePolicy {
  return reason !== null && Object.hasOwn(policies, reason) ? policies[reason as DeclineReason] : 'later';
}

const firstBackoffSeconds = { tomorrow: 24 * 3600, later: 2 * 3600 };

export type DeclineDecision = { kind: 'pause' } | { kind: 'retry'; afterSeconds: number };

/** Decides what follows a decline that is the given one in a row, counted from 1. Each retry waits twice as long. */
export function judgeDecline(reason: string | null, inRow: number): DeclineDecision {
  const policy = policyOf(reason);
  if (policy === 'card_gone' || policy === 'needs_person' || inRow >= maxDeclinesInRow) return { kind: 'pause' };
  return { kind: 'retry', afterSeconds: firstBackoffSeconds[policy] * 2 ** (inRow - 1) };
}
