import type { JobContext } from '../../src/platform/jobs/queue.ts';

/** Of a job that is run by a test and never told to end. */
export const jobContext: JobContext = { signal: new AbortController().signal };
