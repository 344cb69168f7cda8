import type { DeclineReason } from '@kazna/contract/cabinet/decline-reasons';
import type { ProviderPayment, ProviderRefund } from '../provider.ts';

interface Meaning {
  payment: ProviderPayment['status'];
  /** The money moved otherwise than we asked: staff look at it. */
  isOdd?: true;
  reason?: DeclineReason;
  /** Of a refund of the payment that was asked for. */
  refund?: ProviderRefund['status'];
}

/** Every status of a payment at T-Bank, and what it means here. Only CONFIRMED is money. */
export const tbankStatuses: Readonly<Record<string, Meaning>> = {
  NEW: { payment: 'pending' },
  FORM_SHOWED: { payment: 'pending' },
  PREAUTHORIZING: { payment: 'pending' },
  AUTHORIZING: { payment: 'pending' },
  '3DS_CHECKING': { payment: 'pending' },
  '3DS_CHECKED': { payment: 'pending' },
  PAY_CHECKING: { payment: 'pending' },
  AUTHORIZED: { payment: 'pending' },
  CONFIRMING: { payment: 'pending' },
  CONFIRMED: { payment: 'succeeded', refund: 'canceled' },
  REVERSING: { payment: 'pending' },
  PARTIAL_REVERSED: { payment: 'succeeded', isOdd: true },
  REVERSED: { payment: 'canceled', reason: 'canceled_by_merchant' },
  // Of a payment that is credited here they change nothing; of another, somebody has returned it elsewhere.
  REFUNDING: { payment: 'pending', refund: 'pending' },
  ASYNC_REFUNDING: { payment: 'pending', refund: 'pending' },
  PARTIAL_REFUNDED: { payment: 'succeeded', isOdd: true, refund: 'succeeded' },
  REFUNDED: { payment: 'canceled', reason: 'canceled_by_merchant', refund: 'succeeded' },
  CANCELED: { payment: 'canceled', reason: 'canceled_by_merchant' },
  DEADLINE_EXPIRED: { payment: 'canceled', reason: 'expired_on_confirmation' },
  ATTEMPTS_EXPIRED: { payment: 'canceled', reason: 'general_decline' },
  REJECTED: { payment: 'canceled', reason: 'general_decline' },
  AUTH_FAIL: { payment: 'canceled', reason: '3d_secure_failed' },
};

/** Codes of declines, and our reasons for them. */
const declineCodes: Readonly<Record<string, DeclineReason>> = {
  '101': '3d_secure_failed',
  '103': 'internal_timeout',
  '106': '3d_secure_failed',
  '119': '3d_secure_failed',
  '1001': 'call_issuer',
  '1004': 'payment_method_restricted',
  '1005': 'general_decline',
  '1006': 'call_issuer',
  '1007': 'payment_method_restricted',
  '1008': 'identification_required',
  '1012': 'payment_method_restricted',
  '1013': 'internal_timeout',
  '1014': 'invalid_card_number',
  '1015': 'call_issuer',
  '1030': 'internal_timeout',
  '1033': 'card_expired',
  '1034': 'fraud_suspected',
  '1041': 'payment_method_restricted',
  '1043': 'payment_method_restricted',
  '1051': 'insufficient_funds',
  '1054': 'card_expired',
  '1057': 'payment_method_restricted',
  '1058': 'payment_method_restricted',
  '1059': 'fraud_suspected',
  '1061': 'payment_method_limit_exceeded',
  '1062': 'payment_method_restricted',
  '1063': 'fraud_suspected',
  '1065': 'payment_method_limit_exceeded',
  '1080': 'card_expired',
  '1082': 'invalid_csc',
  '1089': 'internal_timeout',
  '1091': 'issuer_unavailable',
  '1093': 'fraud_suspected',
  '1096': 'internal_timeout',
  '1099': 'method_unsupported',
};

/** Returns the code itself where it is new to us, so that it stays readable. */
export function reasonOf(status: string, code = '0'): string | null {
  if (tbankStatuses[status]?.payment !== 'canceled') return null;
  return code === '0' ? (tbankStatuses[status]?.reason ?? null) : (declineCodes[code] ?? code);
}
