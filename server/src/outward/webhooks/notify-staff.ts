import { listAdmins } from '../../people/accounts/admins-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import type { DisabledReason } from './judge-attempt.ts';

export interface EndpointNews {
  endpointId: string;
  news: DisabledReason | 'warning';
}

export const webhookLetter = jobKind<EndpointNews & { userId: string }>('webhook-letter');

/** One job a person: a mailbox that refuses delays nobody else's letter. */
export async function notifyStaff(tx: Transaction, queue: Queue, news: EndpointNews): Promise<void> {
  for (const userId of await listAdmins(tx)) await queue.enqueue(tx, webhookLetter, { ...news, userId });
}
