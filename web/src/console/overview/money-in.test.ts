import { expect, test } from 'vitest';
import { currenciesIn, lastDays } from './money-in.tsx';

const moneyIn = [
  { date: '2026-03-01', currency: 'RUB' as const, amountMinor: 100 },
  { date: '2026-03-01', currency: 'USD' as const, amountMinor: 7 },
];

test('days without top-ups are zeros in the chart', () => {
  const days = lastDays(moneyIn, 'RUB', '2026-03-02');
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ date: '2026-02-01', amountMinor: 0 });
  expect(days.slice(-2)).toEqual([
    { date: '2026-03-01', amountMinor: 100 },
    { date: '2026-03-02', amountMinor: 0 },
  ]);
});

test('roubles are always the first currency of the overview', () => {
  expect(currenciesIn(moneyIn)).toEqual(['RUB', 'USD']);
  expect(currenciesIn([])).toEqual(['RUB']);
});
