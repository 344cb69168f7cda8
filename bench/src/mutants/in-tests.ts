import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/** What the worker of a test file is told: to plant one fault, or to count which faults the file would reach. */
export interface Orders {
  active: number | null;
  /** A loop that a fault made endless ends by this many questions. */
  mostQuestions: number;
  reachedFile: string;
}

const { MUTANT_ORDERS = '' } = process.env;
const { active, mostQuestions, reachedFile } = JSON.parse(readFileSync(MUTANT_ORDERS, 'utf8')) as Orders;
const reached = new Map<number, number>();
let questions = 0;

Object.assign(globalThis, {
  isActiveMutant: (number: number) => {
    if (active === null) reached.set(number, (reached.get(number) ?? 0) + 1);
    if (active !== number) return false;
    questions += 1;
    if (questions > mostQuestions) throw new Error('the fault made a loop endless');
    return true;
  },
});

afterAll(() => {
  if (active !== null) return;
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  appendFileSync(reachedFile, `${JSON.stringify({ file, reached: [...reached] })}\n`);
});
