/** Why a payment was declined or canceled. Each provider's folder translates its codes into these. */
export const declineReasons = [
  '3d_secure_failed',
  'call_issuer',
  'canceled_by_merchant',
  'card_expired',
  'country_forbidden',
  'expired_on_capture',
  'expired_on_confirmation',
  'fraud_suspected',
  'general_decline',
  'identification_required',
  'insufficient_funds',
  'internal_timeout',
  'invalid_card_number',
  'invalid_csc',
  'issuer_unavailable',
  'method_unsupported',
  'order_expired',
  'payment_method_limit_exceeded',
  'payment_method_restricted',
  'permission_revoked',
] as const;
export type DeclineReason = (typeof declineReasons)[number];
