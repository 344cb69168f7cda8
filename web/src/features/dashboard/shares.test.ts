import { expect, test } from 'vitest';
import { payersOf } from './shares.tsx';

const topPayers = [
  { userId: 'a', name: 'Анна', count: 2, amountMinor: 600 },
  { userId: 'b', name: 'Борис', count: 1, amountMinor: 200 },
];

test('payers beyond the top five share one line, and the lines add up to the total', () => {
  const byMethod = [
    { method: 'card' as const, count: 4, amountMinor: 700 },
    { method: 'sbp' as const, count: 2, amountMinor: 300 },
  ];
  const shares = payersOf({ topPayers, byMethod });
  expect(shares.at(-1)).toEqual({ key: 'others', title: 'Остальные', count: 3, amountMinor: 200 });
  expect(shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(1000);
});

test('the line of other payers is absent if nobody else paid', () => {
  const byMethod = [{ method: 'card' as const, count: 3, amountMinor: 800 }];
  expect(payersOf({ topPayers, byMethod }).map(({ title }) => title)).toEqual(['Анна', 'Борис']);
  expect(payersOf({ topPayers: [], byMethod: [] })).toEqual([]);
});
