import { expect, test } from 'vitest';
import { collectPages } from './export-button.tsx';

const numbers = Array.from({ length: 25 }, (_, index) => index);
const load = async (cursor: string | undefined) => {
  const from = Number(cursor ?? 0);
  return { items: numbers.slice(from, from + 10), nextCursor: from + 10 < numbers.length ? String(from + 10) : null };
};
const quiet = { signal: new AbortController().signal, onProgress: () => {} };

test('an export collects all pages of a list', async () => {
  const seen: number[] = [];
  const { items, isCut } = await collectPages(load, { ...quiet, onProgress: (count) => seen.push(count) });
  expect(items).toEqual(numbers);
  expect(isCut).toBe(false);
  expect(seen).toEqual([10, 20, 25]);
});

test('an export of a list longer than the limit is cut and flagged', async () => {
  const { items, isCut } = await collectPages(load, { ...quiet, limit: 15 });
  expect(items).toHaveLength(15);
  expect(isCut).toBe(true);
});

test('a canceled export stops', async () => {
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  await expect(collectPages(load, { signal: controller.signal, onProgress })).rejects.toThrow();
});
