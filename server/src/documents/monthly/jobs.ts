import type { Database } from '../../platform/db/database.ts';
import { everyHour, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import { runClosing } from './running/run-closing.ts';

export const documentClosing = longKind('document-closing', { retryLimit: 3, retryDelaySeconds: 60 });

/** Hourly: closing a month begins within two hours of its end in Moscow, and what failed is retried. */
export function closingDocumentJobs(db: Database, onError: (error: Error) => void): JobHandler[] {
  return [everyHour(documentClosing, ({ signal }) => runClosing(db, onError, new Date(), { signal }))];
}
