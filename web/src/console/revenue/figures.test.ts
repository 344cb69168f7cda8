import { expect, test } from 'vitest';
import { daysBetween } from './charts.tsx';
import { shareOf, shareText } from './figures.tsx';

test('churn of nothing is a dash, and of something a share to a tenth of a percent', () => {
  expect(shareText(shareOf(1, 0))).toBe('—');
  expect(shareText(shareOf(0, 5))).toBe('0\u00a0%');
  expect(shareText(shareOf(1, 24))).toBe('4,2\u00a0%');
});

test('days without charges stand between those with them in the chart of charges ahead', () => {
  const days = [
    { day: '2026-11-30', amountMinor: 5 },
    { day: '2026-12-02', amountMinor: 7 },
  ];
  expect(daysBetween(days).map(({ day, amountMinor }) => [day, amountMinor])).toEqual([
    ['2026-11-30', 5],
    ['2026-12-01', 0],
    ['2026-12-02', 7],
  ]);
  expect(daysBetween([])).toEqual([]);
});
