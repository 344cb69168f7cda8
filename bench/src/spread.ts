export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** Median and quartiles. */
export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] as number;
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}
