import { expect, test } from 'vitest';
import { instrument, mutantsOf } from './mutate-code.ts';

const changesOf = (code: string) => mutantsOf(code).map(({ replacement }) => replacement);

test('comparisons, sums, conditions, calls and sets are changed, types, names and texts are not', () => {
  expect(changesOf('const isLess = (a: number | -1, b = 3) => a < b;')).toEqual(['4', '(a) <= (b)', '(a) >= (b)']);
  expect(changesOf('if (isOpen) await close(x);')).toEqual(['!(isOpen)', 'undefined']);
  expect(changesOf('const sum = a + b; const text = `a` + b;')).toEqual(['(a) - (b)']);
  expect(changesOf("type Kind = 'a' | 'b'; const kinds = ['a', 'b'] as const;")).toEqual(["['b']", "['a']"]);
  expect(changesOf('const least = rows.filter(isOpen).some(isDue) ? Math.min(a, b) : x.toString();')).toEqual([
    '!(rows.filter(isOpen).some(isDue))',
    'rows.filter(isOpen).every(isDue)',
    'rows',
    'Math.max(a,b)',
  ]);
});

test('statements are changed where the change is SQL', () => {
  const hole = '\x24{b}';
  const code = `sql\`update t set a = ${hole}, c = 1 where a = ${hole} and d between 1 and 2 and exists (select from e where f is null) for update\``;
  const original = code.slice(4);
  const changes = changesOf(code).map((changed) => {
    expect(changed).not.toBe(code);
    return changed.slice(4);
  });
  expect(changes).toEqual([
    original.replace('where a =', 'where a <>'),
    original.replace('} and', '} or'),
    original.replace('2 and', '2 or'),
    original.replace('exists', 'not exists'),
    original.replace('is null', 'is not null'),
    original.replace(' for update', ''),
  ]);
});

test('one fault is active at a time, and none changes nothing', () => {
  const code = 'const fee = (days: number, price: number) => (days > 0 && price > 0 ? days * price : 0);';
  const mutants = mutantsOf(code);
  const feeWith = (active: number | null) => {
    const planted = instrument(code, mutants, 100).replaceAll(': number', '');
    const isActive = (number: number) => number === active;
    return new Function('globalThis', `${planted}; return fee(3, 5) + ',' + fee(0, 5);`)({ isActiveMutant: isActive });
  };
  expect(feeWith(null)).toBe('15,0');
  const outcomes = mutants.map(({ replacement }, index) => [replacement, feeWith(100 + index)]);
  expect(outcomes).toContainEqual(['(days) / (price)', '0.6,0']);
  expect(outcomes).toContainEqual(['(days > 0) || (price > 0)', '15,0']);
  expect(outcomes).toContainEqual(['(days) <= (0)', '0,0']);
});
