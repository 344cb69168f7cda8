interface Forecast {
  balanceMinor: number;
  recentChargesMinor: number;
  lowThresholdMinor: number | null;
}

/** The same as `isLow` of the store, of numbers. */
export function isLowBalance({ balanceMinor, recentChargesMinor, lowThresholdMinor }: Forecast): boolean {
  return balanceMinor * 30 < recentChargesMinor * 3 || (lowThresholdMinor !== null && balanceMinor < lowThresholdMinor);
}
