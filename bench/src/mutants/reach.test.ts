import { expect, test } from 'vitest';
import type { ReachOfFile } from './orders.ts';
import type { Planted } from './plant.ts';
import { reachOfFaults, tryOf } from './reach.ts';
import { ReachCounter } from './reach-counter.ts';

const mutant = { line: 1, original: '', replacement: '', start: 0, end: 0 };
const planted: Planted[] = [
  { file: 'money/rules.ts', code: '', firstNumber: 0, mutants: [mutant, mutant, mutant] },
  { file: 'money/reads.ts', code: '', firstNumber: 3, mutants: [mutant] },
];

function reachOf(file: string, tests: Record<string, number>, act: (counter: ReachCounter) => void): ReachOfFile {
  const counter = new ReachCounter();
  counter.begin();
  act(counter);
  const listed = Object.entries(tests).map(([id, milliseconds]) => ({ id, milliseconds }));
  return { file, hash: '', isPassed: true, tests: listed, ...counter.end(Object.keys(tests)) };
}

test('only the tests that reach a fault look for it, those of its folder first', () => {
  const near = reachOf('money/rules.test.ts', { first: 900, second: 5, third: 10 }, (counter) => {
    for (const id of ['first', 'second', 'third']) {
      counter.enter(id);
      if (id !== 'first') counter.count(1);
    }
  });
  const far = reachOf('web/page.test.ts', { only: 1 }, (counter) => {
    counter.enter('only');
    counter.count(1);
    counter.count(1);
  });
  const reached = reachOfFaults(planted, [far, near]);
  expect([...reached.keys()]).toEqual([1]);
  expect(tryOf(1, 'money/rules.ts', reached.get(1) as never, 15_000)).toEqual({
    number: 1,
    maxQuestions: 10_200,
    files: [
      { file: 'money/rules.test.ts', tests: ['second', 'third'] },
      { file: 'web/page.test.ts', tests: ['only'] },
    ],
  });
});

test('a fault that is reached before the tests is looked for by all of the file', () => {
  const line = reachOf('money/rules.test.ts', { first: 1, second: 1 }, (counter) => {
    counter.enter(undefined);
    counter.count(2);
    counter.enter('second');
    counter.count(2);
  });
  const reached = reachOfFaults(planted, [line]);
  expect(reached.get(2)).toMatchObject({ isOnLoad: false });
  expect(tryOf(2, 'money/rules.ts', reached.get(2) as never, 15_000).files).toEqual([{ file: 'money/rules.test.ts' }]);
});

test('a fault that is reached as modules are loaded is looked for by every file that uses the module', () => {
  const loading = reachOf('a.test.ts', { first: 1 }, (counter) => counter.count(0));
  const using = reachOf('b.test.ts', { first: 1 }, (counter) => {
    counter.enter('first');
    counter.count(1);
  });
  const other = reachOf('c.test.ts', { first: 1 }, (counter) => {
    counter.enter('first');
    counter.count(3);
  });
  const fault = reachOfFaults(planted, [loading, using, other]).get(0);
  expect(fault).toMatchObject({ isOnLoad: true });
  expect(fault?.seekers.map(({ file }) => file)).toEqual(['a.test.ts', 'b.test.ts']);
});

test('a file that fails without any fault looks for none', () => {
  const line = reachOf('a.test.ts', { first: 1 }, (counter) => counter.count(0));
  expect(reachOfFaults(planted, [{ ...line, isPassed: false }]).size).toBe(0);
});
