import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { parseNetwork } from '../config/network.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { providerNotification } from './jobs.ts';
import type { ProviderNotification } from './process-notification.ts';
import { keepNotification } from './store.ts';

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

/** Writes it down once and leaves the work to a job, so that the provider is answered at once. */
export async function receiveNotification(
  tx: Transaction,
  queue: Queue,
  notification: Required<ProviderNotification>,
): Promise<void> {
  if (await keepNotification(tx, notification)) await queue.enqueue(tx, providerNotification, notification);
}
