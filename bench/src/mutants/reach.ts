import type { FileResult } from './test-run.ts';

export interface Reach {
  /** Of the test files that pass: how long each takes. */
  tests: Record<string, number>;
  /** By the number of the fault: who reaches it, and the most questions of one file. */
  reached: Record<number, { files: string[]; questions: number }>;
}

export function readReach(results: FileResult[], lines: string): Reach {
  const tests = Object.fromEntries(
    results.filter(({ state }) => state === 'passed').map(({ file, milliseconds }) => [file, milliseconds]),
  );
  const reached: Reach['reached'] = {};
  for (const line of lines.split('\n').filter(Boolean)) {
    const { file, reached: counts } = JSON.parse(line) as { file: string; reached: [number, number][] };
    if (tests[file] === undefined) continue;
    for (const [number, count] of counts) {
      reached[number] ??= { files: [], questions: 0 };
      reached[number].files.push(file);
      reached[number].questions = Math.max(reached[number].questions, count);
    }
  }
  return { tests, reached };
}

/** A fault that no test near it finds in this time survives: others would find it by chance. */
const mostMilliseconds = 60_000;

/** Tests of the same folder first, the quick ones before the slow ones, and at least one. */
export function closestFirst(file: string, files: string[], tests: Reach['tests']): string[] {
  let left = mostMilliseconds;
  return files
    .map((test) => ({ test, near: commonFolders(file, test), milliseconds: tests[test] ?? 0 }))
    .toSorted((a, b) => b.near - a.near || a.milliseconds - b.milliseconds)
    .filter(({ milliseconds }) => {
      const isTaken = left > 0;
      left -= milliseconds;
      return isTaken;
    })
    .map(({ test }) => test);
}

function commonFolders(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  const different = a.findIndex((part, index) => part !== b[index]);
  return different === -1 ? a.length : different;
}
