interface Forecast {
  balanceMinor: number;
  recentChargesMinor: number;
}

/** The same as `isLow` of the store, of numbers. */
export function isLowBalance({ balanceMinor, recentChargesMinor }: Forecast): boolean {
  return balanceMinor * 30 < recentChargesMinor * 3;
}

interface Change {
  balanceMinor: number;
  balanceAfterMinor: number;
  lowThresholdMinor: number | null;
}

/** The same as `crossesThreshold` of the store, of numbers. */
export function crossesLowThreshold({ balanceMinor, balanceAfterMinor, lowThresholdMinor }: Change): boolean {
  return lowThresholdMinor !== null && balanceMinor >= lowThresholdMinor && balanceAfterMinor < lowThresholdMinor;
}
