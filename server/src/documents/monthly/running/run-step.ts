import type { Business } from '@kazna/contract/admin/business';
import type { Database } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { type Work, workOf } from './make-documents.ts';
import {
  deleteFailure,
  type Failure,
  findProgress,
  insertFailure,
  insertRun,
  type Step,
  selectFailuresDue,
  updateProgress,
} from './store.ts';

export interface Run {
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
export async function runStep(run: Run, step: Step, work: Work): Promise<void> {
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
export async function retryFailures(run: Run): Promise<void> {
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
