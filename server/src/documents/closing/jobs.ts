import type { Database } from '../../platform/db/database.ts';
import { everyHour, type JobHandler, jobKind } from '../../platform/jobs/queue.ts';
import { runClosing } from './running/run-closing.ts';

export const documentClosing = jobKind<object>('document-closing', {
  concurrency: 1,
  retryLimit: 3,
  retryDelaySeconds: 60,
});

/** Hourly: closing a month begins within two hours of its end in Moscow, and what failed is retried. */
export function closingDocumentJobs(db: Database, onError: (error: Error) => void): JobHandler[] {
  return [
    everyHour(documentClosing, (job?: { signal?: AbortSignal } | null) =>
      runClosing(db, onError, new Date(), job ?? {}),
    ),
  ];
}
