import type { Scope } from '@kazna/contract/shared/scopes';
import { eventTypes, readableEventTypes } from '@kazna/contract/v1/event-types';
import type { Queries } from '../../platform/db/database.ts';
import type { KeyCaller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import { isDeliveryOf } from '../webhooks/deliveries-store.ts';
import { isEndpointOf } from '../webhooks/endpoints-store.ts';

const manageAll: Scope = 'webhooks:manage';

/** Null: endpoints of everybody. */
export function creatorSeenBy({ keyId, scopes }: KeyCaller): string | null {
  return scopes.includes(manageAll) ? null : keyId;
}

/** Endpoints of other keys and of staff answer as missing: a change of one would divert another program's events. */
export async function requireReach(
  db: Queries,
  caller: KeyCaller,
  params: { endpointId: string } | { deliveryId: string },
): Promise<void> {
  const creator = creatorSeenBy(caller);
  if (creator === null) return;
  const isOwn =
    'endpointId' in params
      ? await isEndpointOf(db, params.endpointId, creator)
      : await isDeliveryOf(db, params.deliveryId, creator);
  if (!isOwn) throw new Problem('not_found');
}

/**
 * An endpoint gets only what its key may read by other scopes. For a key that may not read all, `*` stands for what it may
 * read now. Throws when a type is beyond the key, or when none is left.
 */
export function typesWithin({ scopes }: KeyCaller, types: readonly string[]): string[] {
  const readable: readonly string[] = readableEventTypes(scopes);
  if (readable.length === eventTypes.length) return [...types];
  const wanted = types.includes('*') ? readable : types;
  if (wanted.length === 0 || wanted.some((type) => !readable.includes(type)))
    throw new Problem('scope_missing', { members: { requiredScope: 'events:read' } });
  return [...wanted];
}
