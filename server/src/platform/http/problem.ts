import {
  isOperatorProblem,
  type OperatorProblemCode,
  operatorProblemBody,
  type ProblemMembers,
} from '@kazna/contract/shared/operator-problems';
import { type FieldError, type ProblemCode, problemBody, problems } from '@kazna/contract/shared/problems';
import { isDatabaseUnavailable, isRetryable, isWriteRefused, OutcomeUnknown } from '../db/errors.ts';

/** Who reads an answer: a person in Russian, or a program of the business in English. */
export type Audience = 'person' | 'program';

export function audienceOf(url: string): Audience {
  return /^\/v1(\/|\?|$)/.test(url) ? 'program' : 'person';
}

interface ProblemDetails {
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /** Replaces the code's Russian text, for example with the amount that is possible. */
  detail?: string | undefined;
  /** `missingMinor` is for people too. */
  members?: ProblemMembers;
}

/** An error that is sent to the caller as application/problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode | OperatorProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode | OperatorProblemCode, details: ProblemDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get retryAfterSeconds(): number | undefined {
    return this.details.retryAfterSeconds;
  }

  /** False when the code is declared for the other audience alone, which is a mistake of ours. */
  isFor(audience: Audience): boolean {
    return audience === 'program' ? isOperatorProblem(this.code) : Object.hasOwn(problems, this.code);
  }

  body(audience: Audience = 'person') {
    const { errors, detail, members } = this.details;
    if (audience === 'program') return operatorProblemBody(this.code as OperatorProblemCode, { errors, ...members });
    const body = problemBody(this.code as ProblemCode, errors);
    const missing = members?.missingMinor === undefined ? {} : { missingMinor: members.missingMinor };
    return { ...body, ...(detail && { detail }), ...missing };
  }
}

export function fieldProblem(path: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ path, message }] });
}

/** Null for an error that is none of the database's, or that a repetition would meet again. */
export function databaseProblem(error: unknown): Problem | null {
  if (error instanceof OutcomeUnknown) return new Problem('outcome_unknown');
  const isPassing = isDatabaseUnavailable(error) || isRetryable(error) || isWriteRefused(error);
  return isPassing ? new Problem('unavailable') : null;
}
