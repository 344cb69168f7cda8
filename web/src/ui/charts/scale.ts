const roundSteps = [1, 2, 2.5, 5, 10];

/** Returns round axis ticks from zero to at least the maximum. */
export function ticksUpTo(greatest: number, atMost = 5): number[] {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / (atMost - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (roundSteps.find((round) => round * power >= rough) ?? 10);
  const count = Math.ceil(greatest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Returns the label step that avoids overlaps; counted from the last label. */
export function labelledEvery(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}
