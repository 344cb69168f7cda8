/** How long the browser waits for the answer to a refresh before it asks again. */
export const refreshTimeoutMs = 15_000;
/** Pauses before the retries of a refresh; the last one repeats. */
export const refreshBackoffMs = [1000, 2000, 4000, 8000, 15_000] as const;
/**
 * How long the previous refresh token is still exchanged for the current pair after that pair was first used. Another
 * tab that sent it before it heard of the new pair may have waited for an answer, paused and asked again.
 */
export const refreshGraceMs = 45_000;
