import type { Queries } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { endSessionOf, endSessionsOf } from './store.ts';

/** Another person's session answers 404, as a missing one. */
export async function endOwnSession(db: Queries, userId: string, sessionId: string): Promise<void> {
  if (!(await endSessionOf(db, userId, sessionId))) throw new Problem('not_found');
}

export async function endOtherSessions(
  db: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await endSessionsOf(db, userId, sessionId);
}
