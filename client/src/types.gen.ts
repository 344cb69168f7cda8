// Written by npm run openapi after contract/src/v1.

export type Currency = 'RUB' | 'USD' | 'EUR' | 'KZT' | 'BYN';

export type EventType = 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded' | 'refund.canceled' | 'charge.created' | 'charge.refunded' | 'hold.created' | 'hold.captured' | 'hold.released' | 'hold.expired' | 'balance.changed' | 'balance.low' | 'payment_method.saved' | 'payment_method.removed' | 'auto_top_up.succeeded' | 'auto_top_up.failed' | 'auto_top_up.paused' | 'organization.created' | 'organization.suspended' | 'organization.resumed' | 'organization.closed' | 'member.joined' | 'member.left';

export interface Problem {
  status: number;
  title: string;
  detail: string;
  code: 'validation_failed' | 'malformed_request' | 'unauthorized' | 'insufficient_funds' | 'scope_missing' | 'network_not_allowed' | 'not_found' | 'request_timeout' | 'external_id_taken' | 'organization_closed' | 'organization_suspended' | 'organization_has_owner' | 'hold_not_open' | 'capture_exceeds_hold' | 'refund_exceeds_charge' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_conflict' | 'too_many_requests' | 'internal_error' | 'outcome_unknown' | 'unavailable';
  errors?: ({
    path: string;
    message: string;
  })[] | undefined;
  missingMinor?: number | undefined;
  requiredScope?: string | undefined;
}

export interface OrganizationBalance {
  currency: Currency;
  balanceMinor: number;
  heldMinor: number;
  availableMinor: number;
  creditLimitMinor: number;
}

export interface Organization {
  id: string;
  externalId: string | null;
  kind: 'person' | 'sole_proprietor' | 'company';
  name: string;
  status: 'active' | 'suspended' | 'closed';
  inn: string | null;
  metadata: Record<string, string>;
  balances: OrganizationBalance[];
  createdAt: string;
}

export interface Charge {
  id: string;
  organizationId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: Currency;
  description: string;
  service: string | null;
  metadata: Record<string, string>;
  holdId: string | null;
  occurredAt: string;
  createdAt: string;
}

export type BatchResult = {
  charge: Charge;
} | {
  problem: Problem;
};

export interface ChargeRefund {
  id: string;
  chargeId: string;
  organizationId: string;
  amountMinor: number;
  currency: Currency;
  reason: string;
  createdAt: string;
}

export interface Hold {
  id: string;
  organizationId: string;
  amountMinor: number;
  capturedMinor: number;
  currency: Currency;
  description: string;
  status: 'open' | 'captured' | 'released' | 'expired';
  chargeId: string | null;
  expiresAt: string;
  createdAt: string;
}

export interface LedgerEntry {
  id: string;
  organizationId: string;
  kind: string;
  currency: Currency;
  amountMinor: number;
  balanceAfterMinor: number;
  sourceId: string | null;
  createdAt: string;
}

export interface Payment {
  id: string;
  organizationId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: Currency;
  method: string;
  description: string | null;
  status: 'pending' | 'succeeded' | 'canceled' | 'expired' | 'review';
  createdAt: string;
  paidAt: string | null;
}

export interface PaymentRefund {
  id: string;
  paymentId: string;
  organizationId: string;
  amountMinor: number;
  currency: Currency;
  status: 'succeeded' | 'canceled';
  reason: string;
  createdAt: string;
}

export interface BalanceChange {
  organizationId: string;
  balances: OrganizationBalance[];
}

export interface Membership {
  organizationId: string;
  userId: string;
  role: 'owner' | 'admin' | 'accountant' | 'member';
}

export interface Event {
  id: string;
  type: EventType;
  timestamp: string;
  organizationId: string;
  data: Record<string, unknown>;
}

export interface EventData {
  'payment.succeeded': Payment;
  'payment.canceled': Payment;
  'refund.succeeded': PaymentRefund;
  'refund.canceled': PaymentRefund;
  'charge.created': Charge;
  'charge.refunded': Charge;
  'hold.created': Hold;
  'hold.captured': Hold;
  'hold.released': Hold;
  'hold.expired': Hold;
  'balance.changed': BalanceChange;
  'balance.low': BalanceChange;
  'payment_method.saved': {
    id: string;
    organizationId: string;
    type: 'card';
    brand: string | null;
    last4: string;
    expiryMonth: number;
    expiryYear: number;
  };
  'payment_method.removed': {
    id: string;
    organizationId: string;
    type: 'card';
    brand: string | null;
    last4: string;
    expiryMonth: number;
    expiryYear: number;
  };
  'auto_top_up.succeeded': {
    organizationId: string;
    currency: Currency;
    paymentMethodId: string | null;
    paymentId: string | null;
    amountMinor: number | null;
    reason: string | null;
    nextAttemptAt: string | null;
  };
  'auto_top_up.failed': {
    organizationId: string;
    currency: Currency;
    paymentMethodId: string | null;
    paymentId: string | null;
    amountMinor: number | null;
    reason: string | null;
    nextAttemptAt: string | null;
  };
  'auto_top_up.paused': {
    organizationId: string;
    currency: Currency;
    paymentMethodId: string | null;
    paymentId: string | null;
    amountMinor: number | null;
    reason: string | null;
    nextAttemptAt: string | null;
  };
  'organization.created': Organization;
  'organization.suspended': Organization;
  'organization.resumed': Organization;
  'organization.closed': Organization;
  'member.joined': Membership;
  'member.left': Membership;
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  types: string[];
  description: string | null;
  enabled: boolean;
  disabledReason: 'gone' | 'failing' | 'requested' | null;
  disabledAt: string | null;
  failingSince: string | null;
  previousSecretExpiresAt: string | null;
  createdAt: string;
}

export interface NewWebhookEndpoint {
  id: string;
  url: string;
  types: string[];
  description: string | null;
  enabled: boolean;
  disabledReason: 'gone' | 'failing' | 'requested' | null;
  disabledAt: string | null;
  failingSince: string | null;
  previousSecretExpiresAt: string | null;
  createdAt: string;
  secret: string;
}

export interface WebhookSecret {
  id: string;
  secret: string;
}

export interface WebhookAttempt {
  number: number;
  startedAt: string;
  durationMs: number;
  status: number | null;
  error: string | null;
  requestHeaders: Record<string, string>;
  answer: string | null;
}

export interface WebhookDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  nextAttemptAt: string | null;
  createdAt: string;
  requestBody: string | null;
  lastAttempt: WebhookAttempt | null;
}

export interface WebhookDeliveryWithLog {
  id: string;
  endpointId: string;
  eventId: string;
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  nextAttemptAt: string | null;
  createdAt: string;
  requestBody: string | null;
  lastAttempt: WebhookAttempt | null;
  attemptLog: WebhookAttempt[];
}

export interface OrganizationForm {
  externalId?: string | undefined;
  kind: 'person' | 'sole_proprietor' | 'company';
  name: string;
  ownerEmail: string;
  metadata?: Record<string, string> | undefined;
}

export interface OrganizationPatch {
  externalId?: string | undefined;
  name?: string | undefined;
  metadata?: Record<string, string> | undefined;
  status?: 'active' | 'suspended' | undefined;
  reason?: string | undefined;
  ownerEmail?: string | undefined;
}

export interface OrganizationQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  externalId?: string | undefined;
}

export interface ChargeForm {
  organizationId: string;
  amountMinor: number;
  currency: Currency;
  description: string;
  service?: string | undefined;
  metadata?: Record<string, string> | undefined;
  occurredAt?: string | undefined;
}

export interface ChargeQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  organizationId?: string | undefined;
}

export interface ChargeRefundForm {
  amountMinor?: number | undefined;
  reason: string;
}

export interface HoldForm {
  organizationId: string;
  amountMinor: number;
  currency: Currency;
  description: string;
  expiresAt?: string | undefined;
}

export interface CaptureForm {
  amountMinor?: number | undefined;
}

export interface LedgerQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  organizationId: string;
}

export interface PaymentQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  organizationId?: string | undefined;
  status?: 'pending' | 'succeeded' | 'canceled' | 'expired' | 'review' | undefined;
}

export interface EventQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  types?: string | undefined;
}

export interface WebhookEndpointForm {
  url: string;
  types: ('*' | 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded' | 'refund.canceled' | 'charge.created' | 'charge.refunded' | 'hold.created' | 'hold.captured' | 'hold.released' | 'hold.expired' | 'balance.changed' | 'balance.low' | 'payment_method.saved' | 'payment_method.removed' | 'auto_top_up.succeeded' | 'auto_top_up.failed' | 'auto_top_up.paused' | 'organization.created' | 'organization.suspended' | 'organization.resumed' | 'organization.closed' | 'member.joined' | 'member.left')[];
  description?: string | null | undefined;
}

export interface WebhookEndpointPatch {
  url?: string | undefined;
  types?: ('*' | 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded' | 'refund.canceled' | 'charge.created' | 'charge.refunded' | 'hold.created' | 'hold.captured' | 'hold.released' | 'hold.expired' | 'balance.changed' | 'balance.low' | 'payment_method.saved' | 'payment_method.removed' | 'auto_top_up.succeeded' | 'auto_top_up.failed' | 'auto_top_up.paused' | 'organization.created' | 'organization.suspended' | 'organization.resumed' | 'organization.closed' | 'member.joined' | 'member.left')[] | undefined;
  description?: string | null | undefined;
  enabled?: boolean | undefined;
}

export interface WebhookEndpointQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface WebhookDeliveryQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: 'pending' | 'succeeded' | 'failed' | undefined;
}
