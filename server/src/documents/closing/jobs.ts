import type { Database } from '../../platform/db/database.ts';
import { everyHour, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { runClosing } from './running/run-closing.ts';

export const documentClosing = longKind('document-closing', { retryLimit: 3, retryDelaySeconds: 60 });

/** Hourly: a month is closed within two hours of its end in Moscow, and what failed is tried again. */
export function closingDocumentJobs(db: Database, onError: (error: Error) => void): JobHandler[] {
  return [everyHour(documentClosing, () => runClosing(db, onError))];
}
