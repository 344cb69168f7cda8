import type { Scope } from '../shared/scopes.ts';

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
  'subscription.created',
  'subscription.changed',
  'subscription.charged',
  'subscription.past_due',
  'subscription.suspended',
  'subscription.resumed',
  'subscription.paused',
  'subscription.stopped',
  'subscription.price_announced',
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

/** The scopes by any of which a key may see what events of a kind hold; `events:read` is for all of them. */
const scopesByKind: Record<string, readonly Scope[]> = {
  payment: ['payments:read'],
  refund: ['payments:read'],
  payment_method: ['payments:read'],
  auto_top_up: ['payments:read'],
  charge: ['charges:write'],
  hold: ['holds:write'],
  subscription: ['services:read', 'subscriptions:write'],
  balance: ['organizations:read', 'ledger:read'],
  organization: ['organizations:read'],
  member: ['organizations:read'],
};

export function readableEventTypes(scopes: readonly string[]): EventType[] {
  return eventTypes.filter((type) =>
    ['events:read', ...(scopesByKind[type.split('.')[0] as string] ?? [])].some((scope) => scopes.includes(scope)),
  );
}
