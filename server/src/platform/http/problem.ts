import { type FieldError, type ProblemCode, problemBody } from '@kazna/contract/shared/problems';

/** An error that is sent to the caller as application/problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Replaces the code's text, for example with the amount that is possible. */
  readonly detail: string | undefined;

  constructor(
    code: ProblemCode,
    details: { errors?: FieldError[]; retryAfterSeconds?: number; detail?: string | undefined } = {},
  ) {
    super(code);
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.detail = details.detail;
  }

  body() {
    const body = problemBody(this.code, this.errors);
    return this.detail ? { ...body, detail: this.detail } : body;
  }
}

export function fieldProblem(path: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ path, message }] });
}
