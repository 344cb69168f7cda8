import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInParallel } from './run-in-parallel.ts';

test('work in parallel is done once for every item, with at most the limit at a time', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await runInParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn <= item % 3; turn += 1) await nextTurn();
    running -= 1;
    done.push(item);
  });
  expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

test('a failure of work in parallel is thrown after what runs beside it has ended', async () => {
  const { promise: good, resolve: endGood } = Promise.withResolvers<void>();
  let isOver = false;
  const run = runInParallel(['bad', 'good'], 2, (item) => (item === 'bad' ? Promise.reject(new Error('bad')) : good));
  const outcome = run
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true;
    });
  await nextTurn();
  expect(isOver).toBe(false);
  endGood();
  expect(await outcome).toEqual(new Error('bad'));
});
