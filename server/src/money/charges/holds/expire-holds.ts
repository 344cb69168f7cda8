import type { Database, Transaction } from '../../../platform/db/database.ts';
import { everyMinute, type JobHandler, scheduledKind } from '../../../platform/jobs/queue.ts';
import { recordEvent } from '../../../platform/outbox/record-event.ts';
import { postTransfers } from '../../ledger/post-transfer.ts';
import { releasePosting } from './holds.ts';
import { lockOverdue, markReturned, selectOrganizationsWithOverdue } from './holds-store.ts';

const defaultBatchSize = 500;

/** Releases overdue holds, one transaction an organization: one that fails delays no other; the job is then retried. */
export async function expireHolds(db: Database, batchSize = defaultBatchSize): Promise<void> {
  const failures: unknown[] = [];
  const done = new Set<string>();
  for (;;) {
    const organizations = await selectOrganizationsWithOverdue(db, { limit: batchSize, without: [...done] });
    if (organizations.length === 0) break;
    for (const organizationId of organizations) {
      try {
        const expired = await db.transaction((tx) => expireHoldsOf(tx, organizationId, batchSize));
        if (expired < batchSize) done.add(organizationId);
      } catch (error) {
        failures.push(error);
        done.add(organizationId);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Returns how many. */
async function expireHoldsOf(tx: Transaction, organizationId: string, limit: number): Promise<number> {
  const overdue = await lockOverdue(tx, organizationId, limit);
  if (overdue.length === 0) return 0;
  await postTransfers(tx, overdue.map(releasePosting));
  await markReturned(
    tx,
    overdue.map(({ id }) => id),
    'expired',
  );
  for (const hold of overdue)
    recordEvent(tx, { type: 'hold.expired', organizationId, data: { ...hold, status: 'expired' } });
  return overdue.length;
}

export const holdExpiry = scheduledKind('hold-expiry', { retryLimit: 0 });

export function chargeJobs(db: Database): JobHandler[] {
  return [everyMinute(holdExpiry, () => expireHolds(db))];
}
