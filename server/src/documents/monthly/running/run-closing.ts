import { readLastClosedDay } from '../../../money/ledger/last-closed-day.ts';
import type { Database } from '../../../platform/db/database.ts';
import { readBusiness } from '../../business/reads.ts';
import { addDays, firstDayOf, nextMonth, previousMonth } from '../periods.ts';
import { workOf } from './make-documents.ts';
import { type Run, retryFailures, runStep } from './run-step.ts';
import { findLastRun, insertRun } from './store.ts';

/**
 * Closes the months that are over and issues the advance invoices that are due, in the order of their dates, since their
 * numbers follow dates. Missed ones are caught up; the first run ever begins with the last month and with today. What
 * failed for one organization delays no other one. Until the requisites of the business are there, nothing runs. A run
 * that is killed, or rejects since its signal aborted, is gone on with by the next one.
 */
export async function runClosing(
  db: Database,
  onError: (error: Error) => void,
  now = new Date(),
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const business = await readBusiness(db);
  if (!business) return;
  const run = { db, business, now, onError, signal };
  const today = await readLastClosedDay(db, now);
  await retryFailures(run);
  for (const day of await daysToRun(db, today)) {
    await runMonthsBefore(run, day);
    await runAdvances(run, day);
  }
  await runMonthsBefore(run, today);
}

/** Days up to the one whose morning no transfer can come before any more. */
async function daysToRun(db: Database, today: string): Promise<string[]> {
  const last = await findLastRun(db, 'advances');
  const days: string[] = [];
  for (let day = last ? addDays(last, 1) : today; day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The month before the day's, and those before it that are not finished. One without a tax period waits for it. */
async function runMonthsBefore(run: Run, day: string): Promise<void> {
  const period = previousMonth(day.slice(0, 7));
  const last = await findLastRun(run.db, 'months');
  for (let month = last ? nextMonth(last.slice(0, 7)) : period; month <= period; month = nextMonth(month)) {
    const step = { task: 'months', day: firstDayOf(month) } as const;
    const work = workOf(run.db, run.business, step, run.now);
    if (work) await runStep(run, step, work);
  }
}

async function runAdvances(run: Run, day: string): Promise<void> {
  const step = { task: 'advances', day } as const;
  const work = workOf(run.db, run.business, step, run.now);
  if (work) await runStep(run, step, work);
  else await insertRun(run.db, step);
}
