const units = [
  [1e12, '\u00a0трлн'],
  [1e9, '\u00a0млрд'],
  [1e6, '\u00a0млн'],
  [1e3, '\u00a0тыс.'],
] as const;

/** Returns «1,5 млн» for an axis. By hand, since the compact notation of `Intl` is slow to create. */
export function compactNumber(value: number): string {
  const size = Math.abs(value);
  // What rounds up to the unit belongs to it: 999 990 is «1 млн».
  const [unit, name] = units.find(([least]) => roundTenths(size / (least / 1000)) >= 1000) ?? [1, ''];
  const text = String(roundTenths(size / unit)).replace('.', ',');
  return `${value < 0 ? '\u2212' : ''}${text}${name}`;
}

function roundTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
