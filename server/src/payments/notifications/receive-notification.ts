import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { parseNetwork } from '../../config/environment.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import { providerNotification } from '../jobs.ts';
import { kindOf, type ProviderNotification } from './process-notification.ts';
import { isKnownObject, queueOnce, queueQuestion } from './store.ts';

/** Whose notifications are listened to: those that know the secret, where there is one, else those from these networks. */
export interface NotificationRules {
  secret: string | undefined;
  networks: string[];
}

export function notificationGate({ secret, networks }: NotificationRules) {
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parseNetwork(network);
    if (parsed) list.addSubnet(parsed.address, parsed.bits, parsed.family);
  }
  return (address: string, given: string | undefined): void => {
    const isWelcome = secret ? isSame(secret, given ?? '') : list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    if (!isWelcome) throw new Problem('not_found');
  };
}

function isSame(secret: string, given: string): boolean {
  const [ours, theirs] = [Buffer.from(secret), Buffer.from(given)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Of objects that none of our payments is known by: whoever makes ids up makes us ask no more than this. */
const unknownObjects: Limit = { name: 'unknown-notifications', hits: 60, windowSeconds: 60 };

/**
 * Queues a question to the provider, which is answered at once. An object of ours is asked about again after each
 * notification, since an earlier one may have been forged; an unknown one, which may be a payment whose create call has
 * not returned, once. What the limit leaves out, the payment's own job finds.
 */
export async function receiveNotification(
  tx: Transaction,
  queue: Queue,
  notification: Required<ProviderNotification>,
): Promise<void> {
  const { provider, event, objectId } = notification;
  const kind = kindOf(event);
  if (!kind) return;
  const object = { provider, kind, objectId };
  if (await isKnownObject(tx, object)) {
    const delaySeconds = await queueQuestion(tx, object);
    if (delaySeconds !== null) await queue.enqueue(tx, providerNotification, notification, { delaySeconds });
  } else if (kind === 'payment') {
    await runWithinLimit(tx, unknownObjects, [provider], async () => {
      if (await queueOnce(tx, object)) await queue.enqueue(tx, providerNotification, notification);
    });
  }
}
