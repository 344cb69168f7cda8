import type { JobContext } from '../../src/platform/jobs/queue.ts';

/** Of a job that is run by a test and never aborted. */
export const jobContext: JobContext = { signal: new AbortController().signal };
