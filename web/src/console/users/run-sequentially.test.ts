import { problemBody } from '@kazna/contract/shared/problems';
import { expect, test } from 'vitest';
import { runSequentially } from './run-sequentially.ts';

test('a failed bulk item is reported and does not stop the rest', async () => {
  const seen: number[] = [];
  const act = async (item: string) => {
    if (item === 'b') throw problemBody('last_admin');
  };
  const { done, failed } = await runSequentially(['a', 'b', 'c'], act, {
    signal: new AbortController().signal,
    onProgress: (progress) => seen.push(progress.done),
  });
  expect(done).toBe(3);
  expect(seen).toEqual([1, 2, 3]);
  expect(failed).toEqual([{ item: 'b', why: problemBody('last_admin').detail }]);
});

test('a stopped bulk action runs no further items', async () => {
  const controller = new AbortController();
  const { done } = await runSequentially(['a', 'b', 'c'], async () => controller.abort(), {
    signal: controller.signal,
    onProgress: () => {},
  });
  expect(done).toBe(1);
});
