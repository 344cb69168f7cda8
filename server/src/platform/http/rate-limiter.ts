interface Counted {
  remaining: number;
  /** Until the window ends, at least 1. */
  resetSeconds: number;
  isExceeded: boolean;
}

export interface RateLimiter {
  policy: string;
  count: (subject: string) => Counted;
}

/**
 * Counts in this process alone: what a key may ask guards the process that serves it, and a counter in the database would
 * be a row that all calls of a key wait for.
 */
export function createRateLimiter(
  { hits, windowSeconds }: { hits: number; windowSeconds: number },
  // The system's clock may jump, and a window with it.
  now: () => number = () => performance.now(),
): RateLimiter {
  let windows = new Map<string, number>();
  let endsAt = 0;
  return {
    policy: `"key";q=${hits};w=${windowSeconds}`,
    count: (subject) => {
      const time = now();
      // One window for all, so that nothing remains of those who are gone.
      if (time >= endsAt) {
        windows = new Map();
        endsAt = time + windowSeconds * 1000;
      }
      const used = (windows.get(subject) ?? 0) + 1;
      windows.set(subject, used);
      return {
        remaining: Math.max(0, hits - used),
        resetSeconds: Math.max(1, Math.ceil((endsAt - time) / 1000)),
        isExceeded: used > hits,
      };
    },
  };
}
