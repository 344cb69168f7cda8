import type { Database } from '../../../platform/db/database.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { judgeAttempt } from '../judge-attempt.ts';
import { notifyStaff } from '../notify-staff.ts';
import * as store from './store.ts';

export interface RecordContext {
  db: Database;
  queue: Queue;
  random?: () => number;
  now?: () => Date;
}

/** Writes down how an attempt ended, and what follows for the delivery and its endpoint. */
export function recordAttempt(
  { db, queue, random = Math.random, now = () => new Date() }: RecordContext,
  delivery: Pick<store.ClaimedDelivery, 'id' | 'lease' | 'endpointId'>,
  ended: Omit<store.FinishedAttempt, 'number'>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const endpoint = await store.lockEndpoint(tx, delivery.endpointId);
    const attempt = endpoint && (await store.findAttempt(tx, delivery));
    if (!attempt) return;
    const verdict = judgeAttempt({ ...ended, ...attempt }, endpoint, now(), random);
    const isGivenUp = verdict.status === 'pending' && !endpoint.isEnabled;
    const outcome = isGivenUp ? ({ status: 'failed', nextAttemptAt: null } as const) : verdict;
    await store.updateDelivery(tx, delivery.id, { ...ended, number: attempt.number }, outcome);
    const isHealthy = endpoint.failingSince === null && verdict.health.failingSince === null;
    if (!isHealthy) await store.updateHealth(tx, delivery.endpointId, verdict);
    if (!endpoint.isEnabled) return;
    if (verdict.disabledReason) await store.disableEndpoint(tx, delivery.endpointId, verdict.disabledReason);
    const news = verdict.disabledReason ?? (verdict.isWarningDue ? 'warning' : null);
    if (news) await notifyStaff(tx, queue, { endpointId: delivery.endpointId, news });
  });
}
