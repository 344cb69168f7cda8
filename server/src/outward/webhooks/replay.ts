import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findDelivery, lockEndpointRow, updateFailedForReplay, updateForReplay } from './store.ts';
import { withoutQuery } from './webhook-context.ts';

/**
 * Sends the same body with the same id once more, signed by the current secret, even to an endpoint that is switched
 * off. Its outcome says nothing of the endpoint's health.
 */
export async function replayDelivery(tx: Transaction, actor: Actor, deliveryId: string): Promise<void> {
  const found = await findDelivery(tx, deliveryId);
  const endpoint = found && (await lockEndpointRow(tx, found.endpointId));
  if (!endpoint) throw new Problem('not_found');
  // One that is being sent at this moment is not sent twice.
  const isReplayed = await updateForReplay(tx, deliveryId);
  const details = { url: withoutQuery(endpoint.url), deliveries: '1' };
  if (isReplayed) await recordAction(tx, actor, { action: 'webhook.replayed', details });
}

/** In one statement within its timeout; whoever has more repeats the call. */
const maxReplayed = 10_000;

/** The oldest deliveries that failed since. Returns how many will be sent. */
export async function replayFailed(
  tx: Transaction,
  actor: Actor,
  { endpointId, since }: { endpointId: string; since: string },
  limit = maxReplayed,
): Promise<number> {
  const endpoint = await lockEndpointRow(tx, endpointId);
  if (!endpoint) throw new Problem('not_found');
  const count = await updateFailedForReplay(tx, { endpointId, since, limit });
  const details = { url: withoutQuery(endpoint.url), deliveries: String(count), since };
  await recordAction(tx, actor, { action: 'webhook.replayed', details });
  return count;
}
