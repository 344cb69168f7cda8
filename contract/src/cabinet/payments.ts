import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import {
  id,
  idempotencyHeaders,
  lineOfText,
  optionalIdempotencyHeaders,
  pageOf,
  pageQuery,
  search,
  time,
} from '../shared/fields.ts';
import { amountMinor, currency } from '../shared/money.ts';
import { createPaymentForm, paymentMethods } from './create-payment-form.ts';

export const paymentStatuses = ['pending', 'succeeded', 'canceled', 'expired', 'review'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Filter values: statuses, with bank declines separate from cancellations. */
export const paymentStates = ['pending', 'succeeded', 'declined', 'canceled', 'expired', 'review'] as const;
export type PaymentState = (typeof paymentStates)[number];
/** Tabs of the list: several states at once, or whatever was refunded. */
export const paymentGroups = ['paid', 'waiting', 'failed', 'refunded'] as const;
export type PaymentGroup = (typeof paymentGroups)[number];

export const eventSources = ['user', 'notification', 'poll', 'operator', 'auto_top_up'] as const;
export type EventSource = (typeof eventSources)[number];

export const paymentEvent = z.object({
  id,
  kind: z.enum(['created', 'status_changed', 'refund_requested', 'refund_succeeded', 'refund_canceled']),
  status: z.nullable(z.enum(paymentStatuses)),
  source: z.enum(eventSources),
  reason: z.nullable(z.string()),
  createdAt: time,
});
export type PaymentEvent = z.output<typeof paymentEvent>;

export const refundStatuses = ['pending', 'succeeded', 'canceled'] as const;

export const refund = z.object({
  id,
  amountMinor: z.int(),
  status: z.enum(refundStatuses),
  reason: z.string(),
  createdAt: time,
});

export const payment = z.object({
  id,
  /** Counts the installation's payments; shown as «К-1042», see `paymentNumber`. */
  number: z.int(),
  amountMinor: z.int(),
  currency,
  method: z.enum(paymentMethods),
  /** Null until the provider reports which card was used. */
  card: z.nullable(z.object({ last4: z.string(), type: z.nullable(z.string()) })),
  description: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  /** The provider's cancellation reason; its text is in `payment-labels.ts`. */
  reason: z.nullable(z.string()),
  /** Already debited from the balance; while `isRefunding`, a part has not reached the payer. */
  refundedMinor: z.int(),
  isRefunding: z.boolean(),
  /** The provider's payment page; null unless the payment is pending there. */
  confirmationUrl: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: time,
  paidAt: z.nullable(time),
  expiresAt: time,
});
export type Payment = z.output<typeof payment>;

const connecting = z.object({
  tariffId: id,
  serviceName: z.string(),
  tariffName: z.string(),
  quantity: z.int(),
  /** `refused`: the tariff could not be connected, and the money stays on the balance. */
  status: z.enum(['waiting', 'connected', 'refused']),
  /** Null until connected. */
  subscriptionId: z.nullable(id),
});
export type Connecting = z.output<typeof connecting>;

export const paymentDetails = z.extend(payment, {
  events: z.array(paymentEvent),
  refunds: z.array(refund),
  /** The refundable maximum: left of the payment, paid by card and not spent. */
  refundableMinor: z.int(),
  /** The balance right after this payment was credited; null before. */
  balanceAfterMinor: z.nullable(z.int()),
  /** What the payment connects once it has succeeded; absent for a plain top-up. */
  connecting: z.optional(connecting),
  /** The payment saved a card, and nothing tops the organization up by itself yet. */
  offersAutoTopUp: z.boolean(),
});
export type PaymentDetails = z.output<typeof paymentDetails>;

const filters = {
  status: z.optional(z.enum([...paymentStates, ...paymentGroups])),
  method: z.optional(z.enum(paymentMethods)),
  currency: z.optional(currency),
  from: z.optional(time),
  to: z.optional(time),
  amountMin: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  amountMax: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  q: z.optional(search),
};
export const paymentFilter = z.object(filters);
export type PaymentFilter = z.output<typeof paymentFilter>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  summary: 'Payments of the active organization, newest first',
  access: { organization: 'payments.read', of: 'session' },
  query: z.object({ ...pageQuery, ...filters }),
  status: 200,
  answer: pageOf(payment),
});

/** The refunded ones are counted up to 1000. */
const paymentCounts = z.object({ all: z.int(), paid: z.int(), waiting: z.int(), failed: z.int(), refunded: z.int() });
export type PaymentCounts = z.output<typeof paymentCounts>;

export const getPaymentTotals = endpoint({
  method: 'GET',
  path: '/api/payments/totals',
  summary: 'How many payments the filters select, and their sums by currency; counts by group whatever the filters',
  access: { organization: 'payments.read', of: 'session' },
  query: paymentFilter,
  status: 200,
  answer: z.object({
    count: z.int(),
    items: z.array(
      z.object({
        currency,
        count: z.int(),
        paidMinor: z.int(),
        refundedMinor: z.int(),
        /** Pending or in review. */
        pendingMinor: z.int(),
        /** Declined, canceled or expired. */
        failedMinor: z.int(),
      }),
    ),
    counts: paymentCounts,
  }),
});

export const createPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  summary: 'Start a top-up. The same key with the same body answers the first payment again',
  access: { organization: 'payments.create', of: 'session' },
  headers: idempotencyHeaders,
  body: createPaymentForm,
  status: 201,
  answer: payment,
  problems: ['idempotency_conflict', 'currency_disabled', 'card_unusable', 'card_of_another'],
});

const paymentParams = z.object({ paymentId: id });

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payments/{paymentId}',
  summary: 'A payment with its timeline and refunds',
  access: { organization: 'payments.read', of: 'session' },
  params: paymentParams,
  status: 200,
  answer: paymentDetails,
});

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/payments/{paymentId}/cancel',
  summary: 'Give up a pending payment',
  access: { organization: 'payments.create', of: 'session' },
  params: paymentParams,
  status: 200,
  answer: paymentDetails,
  problems: ['not_found', 'payment_not_pending', 'payment_being_charged'],
});

export const refundForm = z.object({ amountMinor, reason: lineOfText(3, 250) });

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/payments/{paymentId}/refunds',
  summary: 'Return a part or all of a payment to whoever paid it',
  access: { organization: 'payments.refund', of: 'session' },
  params: paymentParams,
  headers: optionalIdempotencyHeaders,
  body: refundForm,
  status: 201,
  answer: paymentDetails,
  problems: ['not_found', 'payment_not_refundable', 'refund_too_large', 'refund_not_covered', 'idempotency_conflict'],
});

export const exportPayments = endpoint({
  method: 'GET',
  path: '/api/payments/export',
  summary: 'The payments that the filters select, as a file',
  access: { organization: 'payments.export', of: 'session' },
  query: z.object({ ...filters, format: z.enum(['csv', 'xlsx']) }),
  status: 200,
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
});
