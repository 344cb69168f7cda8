import { refreshBackoffMs } from '@kazna/contract/cabinet/session-timing';

export const refreshLeadMs = 300_000;
/** With a wrong clock every new token looks due, so refreshes are throttled to this interval. */
export const minRefreshIntervalMs = 30_000;
/** The maximum of a browser's timer; a longer one fires at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Returns the delay before the next refresh. `refreshedAt` is null if the token came from a sign-in. */
export function refreshDelay(now: number, expiresAt: number, refreshedAt: number | null): number {
  const untilDue = Math.max(0, expiresAt - refreshLeadMs - now);
  if (refreshedAt === null) return untilDue;
  const sinceRefresh = Math.abs(now - refreshedAt);
  return Math.max(untilDue, minRefreshIntervalMs - sinceRefresh);
}

/** Backoff after a failed attempt (counted from 1); null means give up. */
export function retryDelay(failedTries: number, now: number, expiresAt: number): number | null {
  const backoffMs = refreshBackoffMs[failedTries - 1];
  if (backoffMs !== undefined) return backoffMs;
  return now >= expiresAt ? null : (refreshBackoffMs.at(-1) as number);
}

/** Whether a failed refresh is worth a retry: no response, or a gateway error. */
export function isTransient(status: number): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}
