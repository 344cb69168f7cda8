const sampleMs = 50;

export interface GapMeter {
  /** The longest time in seconds in which nothing was acknowledged. */
  stop: () => number;
}

/** Watches a number that grows with every acknowledged write. */
export function measureGaps(countAcknowledged: () => number): GapMeter {
  const times = [Date.now()];
  let last = countAcknowledged();
  const timer = setInterval(() => {
    const count = countAcknowledged();
    if (count > last) times.push(Date.now());
    last = count;
  }, sampleMs);
  return {
    stop: () => {
      clearInterval(timer);
      return longestGap([...times, Date.now()]);
    },
  };
}

/** Of ascending times in milliseconds, in seconds to a tenth. */
export function longestGap(times: number[]): number {
  const gaps = times.map((time, index) => time - (times[index - 1] ?? time));
  return Math.round(Math.max(0, ...gaps) / 100) / 10;
}
