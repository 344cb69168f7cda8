import type { ReachOfFile, TestsOfFile, Try } from './orders.ts';
import type { Planted } from './plant.ts';

interface Seeker extends TestsOfFile {
  milliseconds: number;
}

/** Who reaches a fault. */
export interface Reached {
  seekers: Seeker[];
  questions: number;
  /** Its place is passed when a module is loaded, so that it needs a process of its own. */
  isOnLoad: boolean;
}

/** Tests that fail without any fault are left out. */
export function reachOfFaults(planted: Planted[], lines: ReachOfFile[]): Map<number, Reached> {
  const passed = lines.filter(({ isPassed }) => isPassed);
  const reached = new Map<number, Reached>();
  const onLoad = new Set(lines.flatMap((line) => line.onLoad));
  for (const { numbers } of numbersByFile(planted)) {
    const ofFile = new Set(numbers);
    // Modules are loaded for the first file alone, but others go by what was loaded too.
    const users = passed.filter((line) => reachedBy(line).some((number) => ofFile.has(number)));
    for (const number of numbers) {
      const isOnLoad = onLoad.has(number);
      const own = users.filter((line) => isOnLoad || line.questions[number]);
      if (own.length === 0) continue;
      const questions = Math.max(...own.map((line) => line.questions[number] ?? 0));
      reached.set(number, { isOnLoad, questions, seekers: own.map((line) => seekerOf(line, number, isOnLoad)) });
    }
  }
  return reached;
}

function seekerOf({ file, tests, byTest, outside }: ReachOfFile, number: number, isOnLoad: boolean): Seeker {
  const isWhole = isOnLoad || outside.includes(number);
  const own = isWhole ? tests : (byTest[number] ?? []).flatMap((index) => tests[index] ?? []);
  const milliseconds = own.reduce((sum, test) => sum + test.milliseconds, 0);
  return { file, milliseconds, ...(isWhole ? {} : { tests: own.map(({ id }) => id) }) };
}

const reachedBy = ({ questions }: ReachOfFile) => Object.keys(questions).map(Number);

function numbersByFile(planted: Planted[]) {
  return planted.map(({ file, mutants, firstNumber }) => ({
    file,
    numbers: mutants.map((_, index) => firstNumber + index),
  }));
}

/** Tests of the same folder first, the quick ones before the slow ones, as many as the time suffices for, and at least one file. */
export function tryOf(number: number, place: string, { seekers, questions }: Reached, maxMilliseconds: number): Try {
  let left = maxMilliseconds;
  const files = seekers
    .toSorted((a, b) => commonFolders(place, b.file) - commonFolders(place, a.file) || a.milliseconds - b.milliseconds)
    .filter(({ milliseconds }, index) => {
      const isTaken = index === 0 || milliseconds < left;
      if (isTaken) left -= milliseconds;
      return isTaken;
    })
    .map(({ file, tests }) => ({ file, ...(tests ? { tests } : {}) }));
  return { number, files, maxQuestions: questions * 100 + 10_000 };
}

function commonFolders(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  const different = a.findIndex((part, index) => part !== b[index]);
  return different === -1 ? a.length : different;
}
