/**
 * A write that the server may have carried out, although it never confirmed so. Neither a success nor a failure: only a
 * repetition with the same idempotency key, or a later read, tells which.
 */
export class OutcomeUnknown extends Error {
  constructor(cause?: unknown) {
    super('whether the database has committed is not known', { cause });
  }
}
