import { randomBytes } from 'node:crypto';
import { toAmountObject } from './money.ts';
import type { Payment, PaymentMethod } from './payment.ts';
import { type Refund, refundableMinor } from './refund.ts';
import type { SavedMethod } from './saved-method.ts';

interface Shop {
  shopId: string;
  publicUrl: string;
}

const feePerMille = 35;

export function toPaymentObject(payment: Payment, shop: Shop) {
  const { amount, status } = payment;
  const isPaid = status === 'succeeded' || status === 'waiting_for_capture';
  const fee = Math.round((amount.minor * feePerMille) / 1000);
  return {
    id: payment.id,
    status,
    amount: toAmountObject(amount),
    ...(status === 'succeeded' && { income_amount: toAmountObject({ ...amount, minor: amount.minor - fee }) }),
    ...(payment.description !== undefined && { description: payment.description }),
    recipient: { account_id: shop.shopId, gateway_id: '1' },
    ...methodField(payment),
    ...(payment.capturedAt !== undefined && { captured_at: toTime(payment.capturedAt) }),
    created_at: toTime(payment.createdAt),
    ...(status === 'waiting_for_capture' && { expires_at: toTime(payment.expiresAt) }),
    ...(status === 'pending' && payment.returnUrl !== undefined && { confirmation: confirmation(payment, shop) }),
    test: true,
    ...(status === 'succeeded' && {
      refunded_amount: toAmountObject({ ...amount, minor: payment.refundedMinor }),
    }),
    paid: isPaid,
    refundable: refundableMinor(payment) > 0,
    ...(payment.hasReceipt && { receipt_registration: status === 'waiting_for_capture' ? 'pending' : status }),
    metadata: payment.metadata ?? {},
    ...(payment.cancellation && { cancellation_details: payment.cancellation }),
    ...(payment.authorization && {
      authorization_details: {
        rrn: payment.authorization.rrn,
        auth_code: payment.authorization.authCode,
        three_d_secure: { applied: payment.authorization.isThreeDSecure },
      },
    }),
    ...(payment.merchantCustomerId !== undefined && { merchant_customer_id: payment.merchantCustomerId }),
  };
}

export function toRefundObject(refund: Refund) {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    ...(refund.cancellation && { cancellation_details: refund.cancellation }),
    ...(refund.hasReceipt && { receipt_registration: refund.status }),
    created_at: toTime(refund.createdAt),
    amount: toAmountObject(refund.amount),
    ...(refund.description !== undefined && { description: refund.description }),
  };
}

export function checkoutUrl(payment: Payment, { publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/checkout/${payment.id}`;
}

function confirmation(payment: Payment, shop: Shop) {
  return { type: 'redirect', return_url: payment.returnUrl, confirmation_url: checkoutUrl(payment, shop) };
}

export function toMethodObject(method: SavedMethod, shop: Shop) {
  const { id, status, card, returnUrl } = method;
  return {
    type: 'bank_card',
    id,
    saved: status === 'active',
    status,
    ...(card && details(card)),
    holder: { account_id: shop.shopId, gateway_id: '1' },
    ...(status === 'pending' && {
      confirmation: { type: 'redirect', return_url: returnUrl, confirmation_url: bindingUrl(method, shop) },
    }),
  };
}

export function bindingUrl({ id }: SavedMethod, { publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/checkout/methods/${id}`;
}

function methodField(payment: Payment) {
  const isPaid = payment.status === 'succeeded' || payment.status === 'waiting_for_capture';
  const isJustSaved = payment.savesMethod === true && isPaid && payment.method?.type === 'bank_card';
  const isSaved = payment.savedMethodId !== undefined || isJustSaved;
  const base = {
    id: payment.savedMethodId ?? payment.id,
    saved: isSaved,
    status: isSaved ? 'active' : 'inactive',
  };
  if (payment.method) return { payment_method: { type: payment.method.type, ...base, ...details(payment.method) } };
  return payment.requestedMethod ? { payment_method: { type: payment.requestedMethod, ...base } } : {};
}

function details(method: PaymentMethod) {
  if (method.type === 'sbp') return { title: 'СБП' };
  return {
    title: `Bank card *${method.last4}`,
    card: {
      first6: method.first6,
      last4: method.last4,
      expiry_year: method.expiryYear,
      expiry_month: method.expiryMonth,
      card_type: method.cardType,
    },
  };
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

const epochMs = Date.UTC(2000, 0, 1);

/** Shaped like the provider's ids: seconds since 2000, fixed middle groups, random rest. */
export function newObjectId(nowMs: number): string {
  const seconds = Math.floor((nowMs - epochMs) / 1000)
    .toString(16)
    .padStart(8, '0');
  const random = randomBytes(8).toString('hex');
  return `${seconds}-000f-5000-8${random.slice(0, 3)}-${random.slice(3, 15)}`;
}
