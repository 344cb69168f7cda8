export const eventTypes = [
  'payment.succeeded',
  'payment.canceled',
  'refund.succeeded',
  'refund.canceled',
  'charge.created',
  'charge.refunded',
  'hold.created',
  'hold.captured',
  'hold.released',
  'hold.expired',
  'balance.changed',
  'balance.low',
  'payment_method.saved',
  'payment_method.removed',
  'auto_top_up.succeeded',
  'auto_top_up.failed',
  'auto_top_up.paused',
  'organization.created',
  'organization.suspended',
  'organization.resumed',
  'organization.closed',
  'member.joined',
  'member.left',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Sent on demand to one endpoint; not among the events. */
export const testEventType = 'webhook.test';
