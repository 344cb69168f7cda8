// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { byCurrency } from './operation-totals.tsx';

const total = (kind: 'top_up' | 'charge' | 'hold' | 'hold_release', inMinor: number, outMinor: number) => ({
  ...{ currency: 'RUB' as const, kind, count: 1, inMinor, outMinor },
});

test('money that is set aside counts neither as income nor as spending unless only holds are shown', () => {
  const holds = [total('hold', 0, 500), total('hold_release', 200, 0)];
  const all = [total('top_up', 1000, 0), total('charge', 0, 300), ...holds];
  expect(byCurrency(all)).toMatchObject([{ currency: 'RUB', inMinor: 1000, outMinor: 300, kinds: all }]);
  expect(byCurrency(holds)).toMatchObject([{ inMinor: 200, outMinor: 500 }]);
});
