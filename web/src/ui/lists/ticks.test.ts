import { expect, test } from 'vitest';
import { rowTicks } from './ticks.tsx';

const headOf = (isOffered: boolean) =>
  rowTicks([{ id: 'a' }], {
    isOffered: () => isOffered,
    labelOf: ({ id }) => id,
    ticked: new Set<string>(),
    onTick: () => undefined,
  }).all;

test('the head of a table has a box for all rows only where a row has one', () => {
  expect([Boolean(headOf(true)), Boolean(headOf(false))]).toEqual([true, false]);
});
