import type { DeclineReason } from '@kazna/contract/cabinet/decline-reasons';

/** Every cancellation reason of the public API, and ours for it. */
export const declineCodes: Readonly<Record<string, DeclineReason>> = {
  '3d_secure_failed': '3d_secure_failed',
  call_issuer: 'call_issuer',
  canceled_by_merchant: 'canceled_by_merchant',
  card_expired: 'card_expired',
  country_forbidden: 'country_forbidden',
  deal_expired: 'order_expired',
  expired_on_capture: 'expired_on_capture',
  expired_on_confirmation: 'expired_on_confirmation',
  fraud_suspected: 'fraud_suspected',
  general_decline: 'general_decline',
  identification_required: 'identification_required',
  insufficient_funds: 'insufficient_funds',
  internal_timeout: 'internal_timeout',
  invalid_card_number: 'invalid_card_number',
  invalid_csc: 'invalid_csc',
  issuer_unavailable: 'issuer_unavailable',
  payment_method_limit_exceeded: 'payment_method_limit_exceeded',
  payment_method_restricted: 'payment_method_restricted',
  permission_revoked: 'permission_revoked',
  unsupported_mobile_operator: 'method_unsupported',
};

/** Returns the code itself where it is new to us, so that it stays readable. */
export function reasonOf(code: string | undefined): string | null {
  if (code === undefined) return null;
  return Object.hasOwn(declineCodes, code) ? (declineCodes[code] as DeclineReason) : code;
}
