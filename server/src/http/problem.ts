import { type FieldError, type ProblemCode, problemBody } from '@kazna/contract/problems';

/** A refusal that the caller is told about, by a code of the contract. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, details: { errors?: FieldError[]; retryAfterSeconds?: number } = {}) {
    super(code);
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  body() {
    return problemBody(this.code, this.errors);
  }
}

export function fieldProblem(path: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ path, message }] });
}
