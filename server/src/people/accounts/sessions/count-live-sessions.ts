import type { Queries } from '../../../platform/db/database.ts';
import { countSessionsOf } from './store.ts';

/** In how many places the person is signed in. */
export function countLiveSessions(db: Queries, userId: string): Promise<number> {
  return countSessionsOf(db, userId);
}
