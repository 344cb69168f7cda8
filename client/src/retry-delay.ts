const firstDelayMs = 250;
const maxDelayMs = 8000;
const maxRetryAfterMs = 60_000;

export function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to wait before the next attempt. The jitter keeps programs that failed together from coming back together.
 * Null where the server asks for more time than a call should take.
 */
export function retryDelayMs(
  attempt: number,
  retryAfter: string | null,
  { random = Math.random, now = Date.now }: { random?: () => number; now?: () => number } = {},
): number | null {
  const backoffMs = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs) * (0.5 + random() / 2);
  const askedMs = parseRetryAfter(retryAfter, now());
  if (askedMs > maxRetryAfterMs) return null;
  return askedMs + backoffMs;
}

/** A number of seconds or an HTTP date; 0 without a valid one. */
function parseRetryAfter(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - nowMs);
}
