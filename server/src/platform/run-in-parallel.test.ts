import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInParallel } from './run-in-parallel.ts';

test('every item is worked on once, at most so many at a time', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await runInParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(item % 3);
    running -= 1;
    done.push(item);
  });
  expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

test('a failure is thrown after what runs beside it has ended', async () => {
  let hasEnded = false;
  const work = async (item: string) => {
    if (item === 'bad') throw new Error('bad');
    await sleep(5);
    hasEnded = true;
  };
  await expect(runInParallel(['bad', 'good'], 2, work)).rejects.toThrow('bad');
  expect(hasEnded).toBe(true);
});
