let aheadMs = 0;

/** A server of development may run by a clock that is ahead, and says so with every answer. */
export function followServerClock({ headers }: Response): void {
  aheadMs = Number(headers.get('x-clock-ahead-seconds') ?? 0) * 1000;
}

/** What day it is for the business: for everything that is compared with its days and times. */
export function currentTime(): Date {
  return new Date(Date.now() + aheadMs);
}
