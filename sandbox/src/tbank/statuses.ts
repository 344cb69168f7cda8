import type { Payment } from '../payment.ts';

/** T-Bank's status of a payment. */
export function statusOf(payment: Payment): string {
  const { status, cancellation, amount, refundedMinor, refundPendingMinor, method } = payment;
  if (status === 'waiting_for_capture') return 'AUTHORIZED';
  if (status === 'canceled') return canceledStatus(cancellation?.reason ?? '');
  if (status === 'pending') return openStatus(payment);
  if (refundPendingMinor > 0) return method?.type === 'sbp' ? 'ASYNC_REFUNDING' : 'REFUNDING';
  if (refundedMinor === 0) return 'CONFIRMED';
  return refundedMinor < amount.minor ? 'PARTIAL_REFUNDED' : 'REFUNDED';
}

function openStatus({ challenge, savedMethodId, isShown }: Payment): string {
  if (challenge) return '3DS_CHECKING';
  if (savedMethodId !== undefined) return 'AUTHORIZING';
  return isShown ? 'FORM_SHOWED' : 'NEW';
}

function canceledStatus(reason: string): string {
  if (reason === 'canceled_by_merchant') return 'CANCELED';
  if (reason.startsWith('expired')) return 'DEADLINE_EXPIRED';
  return reason === '3d_secure_failed' ? 'AUTH_FAIL' : 'REJECTED';
}

const errorCodes: Record<string, string> = {
  '3d_secure_failed': '101',
  call_issuer: '1001',
  card_expired: '1054',
  country_forbidden: '1062',
  fraud_suspected: '1059',
  identification_required: '1008',
  insufficient_funds: '1051',
  internal_timeout: '1096',
  invalid_card_number: '1014',
  invalid_csc: '1082',
  issuer_unavailable: '1091',
  payment_method_limit_exceeded: '1061',
  payment_method_restricted: '1057',
  permission_revoked: '1041',
};

/** «0» unless the bank declined. */
export function errorCodeOf({ status, cancellation }: Payment): string {
  const reason = cancellation?.reason ?? '';
  if (status !== 'canceled' || reason === 'canceled_by_merchant' || reason.startsWith('expired')) return '0';
  return errorCodes[reason] ?? '1005';
}
