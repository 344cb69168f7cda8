import type { Problem } from './types.gen.ts';

/**
 * `network_error`: no answer came, so the outcome is unknown. `unexpected_answer`: something that is not the operator
 * API answered, such as a proxy.
 */
export type KaznaErrorCode = Problem['code'] | 'network_error' | 'unexpected_answer';

interface Details {
  /** 0 without an answer. */
  status: number;
  code: KaznaErrorCode;
  detail: string;
  attempts: number;
  problem?: Problem | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/** A call that was refused, or that got no answer after all attempts. */
export class KaznaError extends Error {
  override readonly name = 'KaznaError';
  readonly status: number;
  readonly code: KaznaErrorCode;
  readonly detail: string;
  /** Of `validation_failed`: the path of each invalid field and what is wrong with it. */
  readonly errors: readonly { path: string; message: string }[];
  /** Of `insufficient_funds`: how much more is needed. */
  readonly missingMinor: number | undefined;
  /** Of `scope_missing`. */
  readonly requiredScope: string | undefined;
  /** Of a POST. After `network_error`, repeat the call with this key and nothing happens twice. */
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;

  constructor({ status, code, detail, attempts, problem, idempotencyKey, cause }: Details) {
    const fields = (problem?.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    super([`${status || 'no answer'} ${code}: ${detail}`, ...fields].join('; '), { cause });
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = problem?.errors ?? [];
    this.missingMinor = problem?.missingMinor;
    this.requiredScope = problem?.requiredScope;
    this.idempotencyKey = idempotencyKey;
    this.attempts = attempts;
  }

  /** The path of the first invalid field, such as `charges.3.amountMinor`. */
  get field(): string | undefined {
    return this.errors[0]?.path;
  }
}
