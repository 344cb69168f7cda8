/** What a failed attempt to connect is known by: no statement has reached a server. */
const neverConnected = /^(57P03|53300|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH)/;
const connectTimeout = /timeout exceeded when trying to connect|timeout expired/;
const readTimeoutMessage = 'Query read timeout';
const lostMessages = /Connection terminated|Client has encountered a connection error/;

/** SQLSTATE classes and socket errors of a database that cannot be reached, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isNeverConnected(error) || isConnectionLost(error);
}

function isNeverConnected(error: Error): boolean {
  return neverConnected.test(codeOf(error)) || connectTimeout.test(error.message);
}

/** The connection broke under a statement, or its server did not answer in time: what it did of the statement is not known. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || isNeverConnected(error)) return false;
  const isBroken = /^(08|57P0|25P03)/.test(codeOf(error)) || /^(ECONN|EPIPE|ETIMEDOUT)/.test(codeOf(error));
  return isBroken || isReadTimeout(error) || lostMessages.test(error.message);
}

/** As pg words it. */
export function readTimeout(): Error {
  return new Error(readTimeoutMessage);
}

/** The client-side timeout of a statement has passed. */
export function isReadTimeout(error: unknown): boolean {
  return (error as Error).message === readTimeoutMessage;
}

/** The server has answered the commit by an error of the statement, so it has rolled back. A timeout says nothing of it. */
function isRefusedByServer(error: unknown): boolean {
  // PGlite's errors are of a class of its own.
  return error instanceof Error && 'severity' in error && !isConnectionLost(error);
}

/** A connection to a node that has become a standby, or is going down: no later statement on it can write. */
export function isStaleConnection(error: unknown): boolean {
  return isConnectionLost(error) || codeOf(error as Error) === '25006';
}

/** Deadlock, serialization failure, lock timeout or statement timeout: nothing was written, and a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40P01' || code === '40001' || code === '55P03' || code === '57014';
}

/** Disk full or input/output error: nothing was written. A smaller write may still fit. */
export function isDiskFailure(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '53100' || code === '58030' || /No space left on device/.test(message ?? '');
}

/** The disk's failure, or a database that is read-only: nothing was written. */
export function isWriteRefused(error: unknown): boolean {
  return isDiskFailure(error) || codeOf(error as Error) === '25006';
}

/** What a statement has `required` does not hold: nothing was written. */
export function isUnmet(error: unknown): boolean {
  return codeOf(error as Error) === 'KZ001';
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = error as { code?: string; constraint?: string };
  return code === '23505' && violated === constraint;
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? '';
}

/**
 * A write that the server may have carried out, although it never confirmed so. Neither a success nor a failure: only a
 * repetition with the same idempotency key, or a later read, shows which.
 */
export class OutcomeUnknown extends Error {
  constructor(cause?: unknown) {
    super('whether the database has committed is not known', { cause });
  }
}

/** PostgreSQL answers the commit of a failed transaction by ROLLBACK, without an error. */
export class RolledBack extends Error {
  constructor() {
    super('the transaction had failed and was rolled back by its commit');
  }
}

/** PostgreSQL may commit and then lose the connection, its standby or its life before it says so. */
export function commitFailure(error: unknown): unknown {
  const isKnown = isRefusedByServer(error) || error instanceof RolledBack || error instanceof OutcomeUnknown;
  return isKnown ? error : new OutcomeUnknown(error);
}

/** Runs a statement outside a transaction. A read whose connection broke is repeated; a write may have been committed. */
export async function retryRead<T>(run: () => Promise<T>, text: string): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // The caller has waited a whole timeout already.
    if (isRead(text) && isReadTimeout(error)) throw error;
    if (isRead(text)) return run();
    throw new OutcomeUnknown(error);
  }
}

function isRead(text: string): boolean {
  return (
    /^\s*(select|with|show)\b/i.test(text) &&
    !/\b(insert|update|delete|merge|nextval|setval|pg_notify|pg_advisory\w*)\b/i.test(text)
  );
}

/**
 * For work that its idempotency key makes safe to repeat: once more when the connection broke, as one that died unnoticed
 * in the pool does. If that fails too, the outcome stays unknown: the first attempt may still be carried out.
 */
export async function repeatUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isLost = error instanceof OutcomeUnknown && isConnectionLost(error.cause) && !isReadTimeout(error.cause);
    if (!isLost) throw error;
    return work().catch(() => {
      throw error;
    });
  }
}
