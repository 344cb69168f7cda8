/** SQLSTATE classes and socket errors of a database that cannot be reached, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (/^(08|57P0|53300|25P03)/.test(code) || /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code))
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** Deadlock, serialization failure, lock timeout or statement timeout: nothing was written, and a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40P01' || code === '40001' || code === '55P03' || code === '57014';
}

/** Disk full, input/output error, or a database that is read-only: nothing was written. */
export function isWriteRefused(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '53100' || code === '58030' || code === '25006' || /No space left on device/.test(message ?? '');
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = error as { code?: string; constraint?: string };
  return code === '23505' && violated === constraint;
}
