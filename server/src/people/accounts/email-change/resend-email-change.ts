import type { Database } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { throttle } from '../../../platform/throttling/throttle.ts';
import { emailChange } from '../jobs.ts';
import { emailChangeRepeats } from '../limits.ts';
import { findPendingEmail } from './store.ts';

export async function resendEmailChange(db: Database, queue: Queue, userId: string): Promise<void> {
  const email = await findPendingEmail(db, userId);
  if (!email) throw new Problem('not_found');
  await throttle(db, emailChangeRepeats, userId, email);
  await db.transaction((tx) => queue.enqueue(tx, emailChange, { userId, email }));
}
