const [second, minute, hour] = [1, 60, 3600];

/** Before the second attempt, the third and so on; after the last one a delivery has failed. */
const delaysSeconds = [5 * second, 5 * minute, 30 * minute].concat([2, 5, 10, 14, 20, 24].map((hours) => hours * hour));

const maxJitter = 0.1;
const maxRetryAfterSeconds = 24 * hour;

/** Null after the last attempt. Jitter keeps deliveries that failed together from coming back together. */
export function retryDelaySeconds(attempts: number, random: () => number): number | null {
  const delay = delaysSeconds[attempts - 1];
  return delay === undefined ? null : delay * (1 + random() * maxJitter);
}

/** A number of seconds or an HTTP date, a day at most; null without a valid one. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  // Date.parse takes more than HTTP dates for a date, `-5` among it.
  const time = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (time - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), maxRetryAfterSeconds);
}
