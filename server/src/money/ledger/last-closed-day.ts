import type { Queries } from '../../platform/db/database.ts';
import { getLastClosedDay } from './checking/store.ts';

/** The Moscow day before which no transfer can come any more. */
export function readLastClosedDay(db: Queries, now: Date): Promise<string> {
  return getLastClosedDay(db, now);
}
