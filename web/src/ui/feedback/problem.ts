import { ownProblem } from '@kazna/contract/shared/own-problems';
import type { FieldError, ProblemBody } from '@kazna/contract/shared/problems';

/** A rejected call carries the raw response body, and a proxy may have replaced it with anything. */
export function asProblem(reason: unknown): ProblemBody {
  const isProblem =
    typeof reason === 'object' && reason !== null && 'detail' in reason && typeof reason.detail === 'string';
  return isProblem ? (reason as ProblemBody) : ownProblem('unavailable');
}

interface Sorted {
  byField: Record<string, string>;
  /** Shown above the button: the problem's detail, or errors of fields missing from the form. */
  message?: string;
}

export function sortProblem(problem: ProblemBody, fields: readonly string[]): Sorted {
  const errors = problem.errors ?? [];
  const isShown = (error: FieldError) => fields.includes(error.path);
  const byField = Object.fromEntries(errors.filter(isShown).map(({ path, message }) => [path, message]));
  const rest = errors.filter((error) => !isShown(error)).map(({ message }) => message);
  if (rest.length > 0) return { byField, message: [problem.detail, ...rest].join(' ') };
  return errors.length > 0 ? { byField } : { byField, message: problem.detail };
}
