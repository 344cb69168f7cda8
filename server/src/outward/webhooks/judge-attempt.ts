/** How an endpoint has been doing; all null while its last attempt succeeded. */
export interface Health {
  failingSince: Date | null;
  lastFailureAt: Date | null;
  /** When staff were warned that the endpoint will be switched off. */
  warnedAt: Date | null;
}

export interface Attempt {
  status: number | null;
  retryAfter: string | null;
  /** Counts this one. */
  number: number;
  /** False for a test event and a replay: they have one attempt and say nothing of the endpoint's health. */
  hasRetries: boolean;
}

export type DisabledReason = 'gone' | 'failing';

export interface Verdict {
  status: 'succeeded' | 'failed' | 'pending';
  /** Null unless pending. */
  nextAttemptAt: Date | null;
  health: Health;
  /** Null unless the endpoint sent a Retry-After. */
  pausedUntil: Date | null;
  disabledReason: DisabledReason | null;
  isWarningDue: boolean;
}

const hourMs = 3_600_000;
const maxFailingMs = 5 * 24 * hourMs;
/** Longer than any delay between retries: after it no delivery was due, so the endpoint did not fail in a row. */
const streakGapMs = 48 * hourMs;
/** A Retry-After beyond it delays the delivery that got it, and not the endpoint's others. */
const maxEndpointDelayMs = hourMs;

export const healthy: Health = { failingSince: null, lastFailureAt: null, warnedAt: null };

/** Decides what follows from an attempt. Pure: time and chance are passed in. */
export function judgeAttempt(attempt: Attempt, health: Health, now: Date, random: () => number): Verdict {
  const isSuccess = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  const quiet = { pausedUntil: null, disabledReason: null, isWarningDue: false };
  if (isSuccess)
    return { ...quiet, status: 'succeeded', nextAttemptAt: null, health: attempt.hasRetries ? healthy : health };
  if (!attempt.hasRetries) return { ...quiet, status: 'failed', nextAttemptAt: null, health };
  const failing = afterFailure(health, now);
  const failingMs = now.getTime() - (failing.failingSince as Date).getTime();
  const disabledReason = attempt.status === 410 ? 'gone' : failingMs >= maxFailingMs ? 'failing' : null;
  const isWarningDue = !disabledReason && !failing.warnedAt && failingMs >= maxFailingMs / 2;
  const retryAfterSeconds = mayDelay(attempt) ? parseRetryAfter(attempt.retryAfter, now) : null;
  const delaySeconds = disabledReason ? null : retryDelaySeconds(attempt.number, random);
  return {
    status: delaySeconds === null ? 'failed' : 'pending',
    nextAttemptAt: delaySeconds === null ? null : later(now, Math.max(delaySeconds, retryAfterSeconds ?? 0) * 1000),
    health: isWarningDue ? { ...failing, warnedAt: now } : failing,
    pausedUntil: retryAfterSeconds ? later(now, Math.min(retryAfterSeconds * 1000, maxEndpointDelayMs)) : null,
    disabledReason,
    isWarningDue,
  };
}

function mayDelay({ status }: Attempt): boolean {
  return status === 429 || status === 503;
}

function afterFailure(health: Health, now: Date): Health {
  const isSameStreak = health.lastFailureAt && now.getTime() - health.lastFailureAt.getTime() <= streakGapMs;
  return isSameStreak
    ? { ...health, failingSince: health.failingSince ?? now, lastFailureAt: now }
    : { failingSince: now, lastFailureAt: now, warnedAt: null };
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

const [second, minute, hour] = [1, 60, 3600];

/** Before the second attempt, the third and so on; after the last one a delivery has failed. */
const delaysSeconds = [5 * second, 5 * minute, 30 * minute].concat([2, 5, 10, 14, 20, 24].map((hours) => hours * hour));

const maxJitter = 0.1;
const maxRetryAfterSeconds = 24 * hour;

/** Null after the last attempt. Jitter keeps deliveries that failed together from coming back together. */
function retryDelaySeconds(attempts: number, random: () => number): number | null {
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
