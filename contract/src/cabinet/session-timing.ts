export const refreshTimeoutMs = 15_000;
/** Backoff of refresh retries; the last delay repeats. */
export const refreshBackoffMs = [1000, 2000, 4000, 8000, 15_000] as const;
/**
 * How long the previous refresh token still returns the current pair after that pair was first used. It covers a timeout
 * and a retry of another tab that has not received the new pair yet.
 */
export const refreshGraceMs = 45_000;
