import type { Scope } from '../shared/scopes.ts';
import { type EventType, eventTypes } from './event-types.ts';

/** The scopes by any of which a key may see what events of a kind hold; `events:read` is for all of them. */
const scopesByKind: Record<string, readonly Scope[]> = {
  payment: ['payments:read'],
  refund: ['payments:read'],
  payment_method: ['payments:read'],
  auto_top_up: ['payments:read'],
  charge: ['charges:write'],
  hold: ['holds:write'],
  balance: ['organizations:read', 'ledger:read'],
  organization: ['organizations:read'],
  member: ['organizations:read'],
};

export function readableEventTypes(scopes: readonly string[]): EventType[] {
  return eventTypes.filter((type) =>
    ['events:read', ...(scopesByKind[type.split('.')[0] as string] ?? [])].some((scope) => scopes.includes(scope)),
  );
}
