// Written by npm run openapi after contract/src/v1.

export type Currency = 'RUB' | 'USD' | 'EUR' | 'KZT' | 'BYN';

export type EventType = 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded' | 'refund.canceled' | 'charge.created' | 'charge.refunded' | 'hold.created' | 'hold.captured' | 'hold.released' | 'hold.expired' | 'balance.changed' | 'balance.low' | 'subscription.created' | 'subscription.changed' | 'subscription.charged' | 'subscription.past_due' | 'subscription.suspended' | 'subscription.resumed' | 'subscription.paused' | 'subscription.stopped' | 'subscription.price_announced' | 'payment_method.saved' | 'payment_method.removed' | 'auto_top_up.succeeded' | 'auto_top_up.failed' | 'auto_top_up.paused' | 'organization.created' | 'organization.suspended' | 'organization.resumed' | 'organization.closed' | 'member.joined' | 'member.left';

export interface Problem {
  status: number;
  title: string;
  detail: string;
  code: 'validation_failed' | 'malformed_request' | 'unauthorized' | 'insufficient_funds' | 'scope_missing' | 'network_not_allowed' | 'not_found' | 'request_timeout' | 'external_id_taken' | 'organization_closed' | 'organization_suspended' | 'organization_has_owner' | 'hold_not_open' | 'capture_exceeds_hold' | 'refund_exceeds_charge' | 'tariff_closed' | 'quantity_not_allowed' | 'too_many_subscriptions' | 'nothing_to_change' | 'subscription_not_changeable' | 'change_pending' | 'terms_changed' | 'subscription_busy' | 'usage_closed' | 'too_many_events' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_conflict' | 'too_many_requests' | 'internal_error' | 'outcome_unknown' | 'unavailable';
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
  problem: {
    status: number;
    title: string;
    detail: string;
    code: 'validation_failed' | 'insufficient_funds' | 'not_found' | 'organization_closed' | 'idempotency_conflict' | 'internal_error' | 'outcome_unknown' | 'unavailable';
    errors?: ({
      path: string;
      message: string;
    })[] | undefined;
    missingMinor?: number | undefined;
    requiredScope?: string | undefined;
  };
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

export interface Service {
  id: string;
  name: string;
  documentName: string;
  unit: string;
  group: string | null;
  isVisible: boolean;
  tariffs: ({
    priceMinor: number;
    currency: Currency;
    period: {
      unit: 'day' | 'week' | 'month' | 'quarter' | 'year';
      count: number;
    };
    anchor: 'calendar' | 'connection';
    setupFeeMinor: number;
    trialDays: number;
    maxQuantity: number;
    graceDays: number;
    mayPause: boolean;
    refundOnStop: boolean;
    meters: ({
      meter: string;
      price: unknown;
      includedQuantity: number | string;
      minimumMinor: number;
    })[];
    usageCharged?: 'period' | 'day' | undefined;
    id: string;
    name: string;
    isVisible: boolean;
  })[];
}

export interface Bill {
  lines: ({
    description: string;
    from: string;
    to: string;
    amountMinor: number;
  })[];
  totalMinor: number;
  currency: Currency;
  when: 'now' | 'period_end';
  versionId?: string | undefined;
}

export interface Subscription {
  id: string;
  organizationId: string;
  status: 'trial' | 'active' | 'past_due' | 'suspended' | 'paused' | 'stopping' | 'ended';
  serviceId: string;
  tariffId: string;
  quantity: number;
  currency: Currency;
  periodMinor: number;
  currentPeriod: {
    from: string;
    to: string;
  } | null;
  nextCharge: {
    on: string;
    amountMinor: number;
  } | null;
  trialTo: string | null;
  pendingChange: {
    tariffId: string;
    quantity: number;
    on: string;
  } | null;
  endedOn: string | null;
  createdAt: string;
}

export interface UsageRefusal {
  index: number;
  code: 'event_invalid' | 'id_reused' | 'meter_unknown' | 'organization_unknown' | 'organization_closed' | 'subscription_unknown' | 'subscription_required' | 'quantity_invalid' | 'occurred_too_early' | 'occurred_in_future' | 'property_missing';
  detail: string;
}

export interface UsageResult {
  accepted: number;
  repeated: number;
  refused: UsageRefusal[];
}

export interface UsageSums {
  items: ({
    from: string;
    quantity: string;
  })[];
  total: string;
  unit: string;
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
  'balance.low': {
    organizationId: string;
    balances: ({
      currency: Currency;
      balanceMinor: number;
      heldMinor: number;
      availableMinor: number;
      creditLimitMinor: number;
      usedMinor?: number | undefined;
    })[];
  };
  'subscription.created': Subscription;
  'subscription.changed': Subscription;
  'subscription.charged': Subscription;
  'subscription.past_due': Subscription;
  'subscription.suspended': Subscription;
  'subscription.resumed': Subscription;
  'subscription.paused': Subscription;
  'subscription.stopped': Subscription;
  'subscription.price_announced': Subscription;
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

export interface SubscriptionForm {
  tariffId: string;
  quantity?: number | undefined;
  organizationId: string;
}

export interface SubscriptionQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  organizationId?: string | undefined;
  status?: 'trial' | 'active' | 'past_due' | 'suspended' | 'paused' | 'stopping' | 'ended' | undefined;
}

export interface SubscriptionChange {
  tariffId?: string | undefined;
  quantity?: number | undefined;
  expectedTotalMinor?: number | undefined;
  expectedVersionId?: string | undefined;
}

export interface SubscriptionStop {
  when: 'now' | 'period_end';
}

export interface UsageEvent {
  id: string;
  meter: string;
  organizationId?: string | undefined;
  externalId?: string | undefined;
  subscriptionId?: string | undefined;
  quantity?: number | string | undefined;
  occurredAt: string;
  properties?: Record<string, string> | undefined;
}

export interface UsageQuery {
  organizationId: string;
  meter: string;
  from: string;
  to: string;
  by?: 'hour' | 'day' | undefined;
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
  types: ('*' | 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded' | 'refund.canceled' | 'charge.created' | 'charge.refunded' | 'hold.created' | 'hold.captured' | 'hold.released' | 'hold.expired' | 'balance.changed' | 'balance.low' | 'subscription.created' | 'subscription.changed' | 'subscription.charged' | 'subscription.past_due' | 'subscription.suspended' | 'subscription.resumed' | 'subscription.paused' | 'subscription.stopped' | 'subscription.price_announced' | 'payment_method.saved' | 'payment_method.removed' | 'auto_top_up.succeeded' | 'auto_top_up.failed' | 'auto_top_up.paused' | 'organization.created' | 'organization.suspended' | 'organization.resumed' | 'organization.closed' | 'member.joined' | 'member.left')[];
  description?: string | null | undefined;
}

export interface WebhookEndpointPatch {
  url?: string | undefined;
  types?: ('*' | 'payment.succeeded' | 'payment.canceled' | 'refund.succeeded' | 'refund.canceled' | 'charge.created' | 'charge.refunded' | 'hold.created' | 'hold.captured' | 'hold.released' | 'hold.expired' | 'balance.changed' | 'balance.low' | 'subscription.created' | 'subscription.changed' | 'subscription.charged' | 'subscription.past_due' | 'subscription.suspended' | 'subscription.resumed' | 'subscription.paused' | 'subscription.stopped' | 'subscription.price_announced' | 'payment_method.saved' | 'payment_method.removed' | 'auto_top_up.succeeded' | 'auto_top_up.failed' | 'auto_top_up.paused' | 'organization.created' | 'organization.suspended' | 'organization.resumed' | 'organization.closed' | 'member.joined' | 'member.left')[] | undefined;
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
