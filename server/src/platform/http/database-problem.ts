import { isDatabaseUnavailable, isRetryable, isWriteRefused } from '../db/errors.ts';
import { OutcomeUnknown } from '../db/outcome-unknown.ts';
import { Problem } from './problem.ts';

/** Null for an error that is none of the database's, or that a repetition would meet again. */
export function databaseProblem(error: unknown): Problem | null {
  if (error instanceof OutcomeUnknown) return new Problem('outcome_unknown');
  const isPassing = isDatabaseUnavailable(error) || isRetryable(error) || isWriteRefused(error);
  return isPassing ? new Problem('unavailable') : null;
}
