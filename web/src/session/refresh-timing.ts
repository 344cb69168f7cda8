import { refreshBackoffMs } from '@kazna/contract/cabinet/session-timing';

/** A session is refreshed this long before its access token expires. */
export const refreshLeadMs = 300_000;
/** With a wrong clock every new token looks due. Refreshes then keep this distance instead of chasing one another. */
export const minRefreshIntervalMs = 30_000;
/** The longest wait a browser's timer can hold; a longer one fires at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** How long to wait before the next refresh. `refreshedAt` is when this very token came from a refresh, if it did. */
export function refreshDelay(now: number, expiresAt: number, refreshedAt: number | null): number {
  const untilDue = Math.max(0, expiresAt - refreshLeadMs - now);
  if (refreshedAt === null) return untilDue;
  const sinceRefresh = Math.abs(now - refreshedAt);
  return Math.max(untilDue, minRefreshIntervalMs - sinceRefresh);
}

/** The pause after a failed try (counted from 1) to reach the server; null when it is time to give up. */
export function retryDelay(failedTries: number, now: number, expiresAt: number): number | null {
  const pause = refreshBackoffMs[failedTries - 1];
  if (pause !== undefined) return pause;
  return now >= expiresAt ? null : (refreshBackoffMs.at(-1) as number);
}

/** Whether a refresh that was not granted may succeed later: nothing was heard, or only a gateway answered. */
export function isTransient(status: number): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}
