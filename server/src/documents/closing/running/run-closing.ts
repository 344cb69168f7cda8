import { readLastClosedDay } from '../../../money/ledger/last-closed-day.ts';
import type { Database } from '../../../platform/db/database.ts';
import { readBusiness } from '../../business/reads.ts';
import { issueAdvancesDueOn } from '../advances/issue-advances.ts';
import { addDays, firstDayOf, nextMonth, previousMonth } from '../periods.ts';
import { closeMonthOfAll } from './close-month-of-all.ts';
import { findLastRun, insertRun } from './store.ts';

/**
 * Closes the months that are over and issues the advance invoices that are due, in the order of their dates, since their
 * numbers follow dates. Missed ones are caught up; the first run ever begins with the last month and with today. Until
 * the requisites of the business are there, nothing runs.
 */
export async function runClosing(db: Database, onError: (error: Error) => void, now = new Date()): Promise<void> {
  if (!(await readBusiness(db))) return;
  const today = await readLastClosedDay(db, now);
  for (const day of await daysToRun(db, today)) {
    if (day.endsWith('-01') && !(await runMonth(db, previousMonth(day.slice(0, 7)), now, onError))) return;
    if (!(await issueAdvancesDueOn(db, day, now, onError))) return;
    await insertRun(db, 'advances', day);
  }
  const last = previousMonth(today.slice(0, 7));
  if (!(await findLastRun(db, 'months'))) await runMonth(db, last, now, onError);
}

/** Days up to the one whose morning no transfer can come before any more. */
async function daysToRun(db: Database, today: string): Promise<string[]> {
  const last = await findLastRun(db, 'advances');
  const days: string[] = [];
  for (let day = last ? addDays(last, 1) : today; day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}

async function runMonth(db: Database, period: string, now: Date, onError: (error: Error) => void): Promise<boolean> {
  const last = await findLastRun(db, 'months');
  for (let month = last ? nextMonth(last.slice(0, 7)) : period; month <= period; month = nextMonth(month)) {
    if (!(await closeMonthOfAll(db, month, now, onError))) return false;
    await insertRun(db, 'months', firstDayOf(month));
  }
  return true;
}
