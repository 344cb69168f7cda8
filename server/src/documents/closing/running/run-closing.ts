import { readLastClosedDay } from '../../../money/ledger/last-closed-day.ts';
import type { Database } from '../../../platform/db/database.ts';
import { readBusiness } from '../../business/reads.ts';
import { issueAdvancesDueOn } from '../advances/issue-advances.ts';
import { addDays, firstDayOf, nextMonth, previousMonth } from '../periods.ts';
import { closeMonthOfAll } from './close-month-of-all.ts';
import { findLastRun, insertRun } from './store.ts';

/**
 * Closes the months that are over and issues the advance invoices that are due, in the order of their dates, since their
 * numbers follow dates. Missed ones are caught up; the first run ever begins with the last month and with today. What
 * failed for one organization delays no other one: its day is gone through again the next time. Until the requisites of
 * the business are there, nothing runs.
 */
export async function runClosing(db: Database, onError: (error: Error) => void, now = new Date()): Promise<void> {
  if (!(await readBusiness(db))) return;
  const today = await readLastClosedDay(db, now);
  const days = await daysToRun(db, today);
  const isFirst = !(await findLastRun(db, 'months')) && !days.some(isFirstOfMonth);
  let isWhole = isFirst ? await runMonth(db, previousMonth(today.slice(0, 7)), now, onError) : true;
  for (const day of days) {
    if (isFirstOfMonth(day)) isWhole = (await runMonth(db, previousMonth(day.slice(0, 7)), now, onError)) && isWhole;
    isWhole = (await issueAdvancesDueOn(db, day, now, onError)) && isWhole;
    if (isWhole) await insertRun(db, 'advances', day);
  }
}

const isFirstOfMonth = (day: string) => day.endsWith('-01');

/** Days up to the one whose morning no transfer can come before any more. */
async function daysToRun(db: Database, today: string): Promise<string[]> {
  const last = await findLastRun(db, 'advances');
  const days: string[] = [];
  for (let day = last ? addDays(last, 1) : today; day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The month and those before it that are not finished. */
async function runMonth(db: Database, period: string, now: Date, onError: (error: Error) => void): Promise<boolean> {
  const last = await findLastRun(db, 'months');
  let isWhole = true;
  for (let month = last ? nextMonth(last.slice(0, 7)) : period; month <= period; month = nextMonth(month)) {
    isWhole = (await closeMonthOfAll(db, month, now, onError)) && isWhole;
    if (isWhole) await insertRun(db, 'months', firstDayOf(month));
  }
  return isWhole;
}
