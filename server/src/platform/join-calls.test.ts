import { expect, test } from 'vitest';
import { joinCalls } from './join-calls.ts';

/** Doubles numbers, refuses a negative one with all that came along, and does not end with a zero. */
function doubler() {
  const joined: number[][] = [];
  const double = joinCalls(async (_place: object, numbers: number[]) => {
    joined.push(numbers);
    if (numbers.includes(0)) await new Promise(() => {});
    await new Promise(setImmediate);
    if (numbers.some((number) => number < 0)) throw new Error(`refused: ${numbers}`);
    return numbers.map((number) => 2 * number);
  });
  return { double, joined };
}

test('calls that come while others are under way are made together, and each has its own result', async () => {
  const { double, joined } = doubler();
  const place = {};
  expect(await Promise.all([1, 2, 3, 4, 5].map((number) => double(place, number)))).toEqual([2, 4, 6, 8, 10]);
  expect(joined).toEqual([[1], [2, 3, 4, 5]]);
  expect(await double(place, 6)).toBe(12);
});

test('a call that fails among others is refused alone', async () => {
  const { double } = doubler();
  const place = {};
  const results = await Promise.allSettled([1, 2, 3, -4, 5].map((number) => double(place, number)));
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : `${result.reason.message}`))).toEqual([
    2,
    4,
    6,
    'refused: -4',
    10,
  ]);
});

test('calls about two places are never made together', async () => {
  const { double, joined } = doubler();
  const [one, other] = [{}, {}];
  await Promise.all([1, 2, 3, 4].flatMap((number) => [double(one, number), double(other, 10 * number)]));
  expect(joined.every((numbers) => numbers.every((number) => number < 10) || numbers.every((n) => n >= 10))).toBe(true);
});

test('a call that does not end keeps no later one from being made', async () => {
  const { double } = doubler();
  const place = {};
  void double(place, 0);
  expect(await Promise.all([1, 2, 3].map((number) => double(place, number)))).toEqual([2, 4, 6]);
});

test('a database that cannot be reached refuses joined calls together, and none is tried once more', async () => {
  const joined: number[][] = [];
  const ask = joinCalls(async (_place: object, numbers: number[]) => {
    joined.push(numbers);
    await new Promise(setImmediate);
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  const place = {};
  const results = await Promise.allSettled([1, 2, 3].map((number) => ask(place, number)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(joined).toEqual([[1], [2, 3]]);
});
