import type { Session } from '@kazna/contract/cabinet/sessions';
import type { Queries } from '../../../platform/db/database.ts';
import { listSessionsOf } from './store.ts';

/** Where the person is signed in. */
export async function listSessions(
  db: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Session[]> {
  return listSessionsOf(db, userId, sessionId);
}
