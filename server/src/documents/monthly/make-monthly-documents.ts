import type { Business } from '@kazna/contract/admin/business';
import { getLastClosedDay } from '../../money/ledger/checking-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { everyHour, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { readBusiness } from '../business/business-store.ts';
import { addDays, firstDayOf, previousMonth } from '../calendar.ts';
import { taxPeriodOn } from '../vat.ts';
import { receiptDaysDueOn } from './advances/advance-rule.ts';
import { issueAdvance } from './advances/issue-advance.ts';
import { selectReceiptsOf } from './advances/store.ts';
import { monthForm } from './document-data.ts';
import { makeMonthDocument, reviseMonth } from './month-document.ts';
import {
  deleteFailure,
  type Failure,
  findLastRun,
  findProgress,
  insertFailure,
  insertRun,
  type Step,
  selectFailuresDue,
  selectMonthsGivenBack,
  selectMonthsToRun,
  selectOrganizationsGivenBack,
  selectOrganizationsWithoutDocument,
  selectOrganizationsWithReceipts,
  updateProgress,
} from './runs-store.ts';

export const monthlyDocuments = longKind('document-closing', { retryLimit: 3, retryDelaySeconds: 60 });

/** Hourly: a month's documents are begun within two hours of its end in Moscow, and what failed is retried. */
export function monthlyDocumentJobs(db: Database, onError: (error: Error) => void): JobHandler[] {
  return [everyHour(monthlyDocuments, ({ signal }) => makeMonthlyDocuments(db, onError, null, { signal }))];
}

/**
 * Makes the documents of months that are over and the advance invoices that are due, in the order of their dates, since
 * their numbers follow dates. Missed ones are caught up; the first run ever begins with the last month and with today. What
 * failed for one organization delays no other one. Until the requisites of the business are there, nothing runs. The
 * next run resumes one that was killed, or that rejects since its signal aborted.
 */
export async function makeMonthlyDocuments(
  db: Database,
  onError: (error: Error) => void,
  at: Date | null = null,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const business = await readBusiness(db);
  if (!business) return;
  const now = at ?? new Date(await businessNow(db));
  const run = { db, business, now, onError, signal };
  const today = await getLastClosedDay(db, now);
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

/**
 * The month before the day's, and those before it that are not finished. One without a tax period waits for it, while
 * later ones are made. What a month gave back comes first: once it is finished, its documents are sent together with the
 * revisions.
 */
async function runMonthsBefore(run: Run, day: string): Promise<void> {
  for (const task of ['give_backs', 'months'] as const)
    for (const month of await selectMonthsToRun(run.db, task, previousMonth(day.slice(0, 7)))) {
      const step = { task, day: firstDayOf(month) };
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

/**
 * How a step is made: who has to be gone through, and what each of them gets. Files are drawn when a letter attaches
 * them or a person opens them: drawing takes ten times as long as the rest, and a month would take hours.
 */
interface Work {
  selectOrganizations: (page: { limit: number; cursor: string | undefined }) => Promise<string[]>;
  /** Repeated, it makes only what lacks. */
  makeFor: (organizationId: string) => Promise<void>;
}

/** Null where no organization can get such a document: the tax period in force does not ask for it, or is missing. */
function workOf(db: Database, business: Business, { task, day }: Step, now: Date): Work | null {
  const period = day.slice(0, 7);
  if (task === 'give_backs') return giveBackWork(db, period);
  return task === 'months' ? monthWork(db, business, period, now) : advanceWork(db, business, day, now);
}

function giveBackWork(db: Database, period: string): Work {
  return {
    selectOrganizations: (page) => selectOrganizationsGivenBack(db, period, page),
    makeFor: async (organizationId) => {
      for (const month of await selectMonthsGivenBack(db, organizationId, period))
        await db.transaction((tx) => reviseMonth(tx, organizationId, month));
    },
  };
}

function monthWork(db: Database, business: Business, period: string, now: Date): Work | null {
  if (!monthForm(business, period)) return null;
  return {
    selectOrganizations: (page) => selectOrganizationsWithoutDocument(db, period, page),
    makeFor: async (organizationId) => {
      await db.transaction((tx) => makeMonthDocument(tx, { organizationId, period, createdBy: null }, now));
    },
  };
}

function advanceWork(db: Database, business: Business, day: string, now: Date): Work | null {
  const days = receiptDaysDueOn(day).filter((receiptDay) => taxPeriodOn(business.taxPeriods, receiptDay)?.vat);
  const [from, to] = [days.at(0), days.at(-1)];
  if (!from || !to) return null;
  return {
    selectOrganizations: (page) => selectOrganizationsWithReceipts(db, { from, to }, page),
    // A transaction each: the row of the numbers is locked until its end.
    makeFor: async (organizationId) => {
      for (const receipt of await selectReceiptsOf(db, organizationId, { from, to }))
        await db.transaction((tx) => issueAdvance(tx, receipt, now));
    },
  };
}

interface Run {
  db: Database;
  business: Business;
  now: Date;
  onError: (error: Error) => void;
  signal: AbortSignal | undefined;
}

const batch = 100;
const maxRetries = 1000;
/** Of an organization that needs no document, or cannot get one by what it and the business say of themselves. */
const skipped = ['nothing_to_close', 'buyer_requisites_required', 'documents_not_ready', 'not_found'];

/** Goes through the organizations of a step by id, from where the last run was interrupted. Throws once it is aborted. */
async function runStep(run: Run, step: Step, work: Work): Promise<void> {
  const { db, signal } = run;
  let cursor = await findProgress(db, step);
  for (;;) {
    const ids = await work.selectOrganizations({ limit: batch, cursor });
    for (const organizationId of ids) {
      signal?.throwIfAborted();
      await attempt(run, { ...step, organizationId }, work);
    }
    cursor = ids.at(-1);
    if (!cursor || ids.length < batch) break;
    await updateProgress(db, step, cursor);
  }
  await insertRun(db, step);
}

/** Retries what failed before. Whatever the outcome, the rest does not wait for it. */
async function retryFailures(run: Run): Promise<void> {
  const { db, business, now, signal } = run;
  for (const failure of await selectFailuresDue(db, now, maxRetries)) {
    signal?.throwIfAborted();
    const work = workOf(db, business, failure, now);
    if (!work || (await attempt(run, failure, work))) await deleteFailure(db, failure);
  }
}

/** Returns whether there is nothing to retry. Only the first failure is logged; staff see the others counted. */
async function attempt({ db, now, onError }: Run, failure: Failure, { makeFor }: Work): Promise<boolean> {
  const { task, day, organizationId } = failure;
  try {
    await makeFor(organizationId);
    return true;
  } catch (thrown) {
    const error = thrown as Error;
    if (error instanceof Problem && skipped.includes(error.code)) return true;
    const attempts = await insertFailure(db, failure, { error, now });
    const subject = `${task} ${day} of organization ${organizationId}`;
    if (attempts === 1) onError(new Error(`${subject}: ${error.message}`, { cause: error }));
    return false;
  }
}
