import type { Transaction } from '../../../platform/db/database.ts';
import { firstDayOf, nextMonth } from '../../calendar.ts';
import { HistoryNeeded, LotBook } from './lot-book.ts';
import type { Movement, Trace } from './movement.ts';
import { findFirstDay, findLotState, insertLotState, type LotStateRow, selectMovements } from './store.ts';

export function traceLots(movements: readonly Movement[]): Trace {
  const book = new LotBook();
  book.apply(movements);
  return book;
}

export interface TraceRange {
  /** The first day that does not count; no movement may come before it any more. */
  before: string;
  /** The first day whose uses and lots have to be in the trace, used up or not; `before` if none. */
  since?: string;
}

/**
 * Traces an organization's lots from the last stored state on, a month a statement, and stores the states that it passes.
 * So the cost is that of the movements since, however long the history. The organization's documents are locked.
 */
export async function readTrace(tx: Transaction, organizationId: string, range: TraceRange): Promise<Trace> {
  const state = await findLotState(tx, organizationId, range.since ?? range.before);
  try {
    return await traceFrom(tx, organizationId, range.before, state);
  } catch (error) {
    if (!(error instanceof HistoryNeeded)) throw error;
    return traceFrom(tx, organizationId, range.before, null);
  }
}

async function traceFrom(
  tx: Transaction,
  organizationId: string,
  before: string,
  start: LotStateRow | null,
): Promise<Trace> {
  const book = new LotBook(start?.state);
  let from = start?.day ?? (await findFirstDay(tx, organizationId)) ?? before;
  while (from < before) {
    const month = firstDayOf(nextMonth(from.slice(0, 7)));
    const to = month < before ? month : before;
    book.apply(await selectMovements(tx, organizationId, from, to));
    await insertLotState(tx, organizationId, { day: to, state: book.toState() });
    from = to;
  }
  return book;
}
