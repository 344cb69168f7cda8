import { type Actor, recordAction } from '../audit/record-action.ts';
import type { Transaction } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';

export async function retryFailedJob(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { name, jobId, reason }: { name: string; jobId: string; reason: string },
): Promise<void> {
  if (!(await queue.retry(tx, name, jobId))) throw new Problem('not_found');
  await recordAction(tx, actor, { action: 'job.retried', details: { job: name, reason } });
}
