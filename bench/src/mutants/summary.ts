import { dirname } from 'node:path';
import { drawTable } from '../table.ts';
import { describeChange, type Planted } from './plant.ts';
import type { Reached } from './reach.ts';

export function summarize(
  planted: Planted[],
  chosen: number[],
  reached: Map<number, Reached>,
  results: Map<number, string | null>,
) {
  const isChosen = new Set(chosen);
  const faults = planted.flatMap(({ file, code, firstNumber, mutants }) =>
    mutants.map((mutant, index) => ({ file, code, mutant, number: firstNumber + index })),
  );
  const tried = faults.filter(({ number }) => isChosen.has(number));
  const countsOf = (some: typeof tried) => {
    const covered = some.filter(({ number }) => results.has(number));
    const found = covered.filter(({ number }) => results.get(number));
    const unreached = some.filter(({ number }) => !reached.has(number)).length;
    return { unreached, found: found.length, survived: covered.length - found.length, covered: covered.length };
  };
  const rooms = Map.groupBy(tried, ({ file }) => dirname(file));
  const rows = [...rooms, ['all', tried] as const].map(([room, some]) => {
    const { found, survived, unreached, covered } = countsOf(some);
    return [room, some.length, unreached, found, survived, percent(found, covered)];
  });
  const survivors = tried.filter(({ number }) => results.get(number) === null);
  const unreached = tried.filter(({ number }) => !reached.has(number));
  const lineOf = ({ file, code, mutant }: (typeof tried)[0]) =>
    `  ${file}:${mutant.line} ${describeChange(code, mutant)}`;
  const { found, covered } = countsOf(tried);
  return {
    score: covered ? found / covered : 0,
    lines: [
      ...['Survived:', ...survivors.map(lineOf), 'No test reaches:', ...unreached.map(lineOf), ''],
      drawTable(['room', 'faults', 'unreached', 'found', 'survived', 'found of reached'], rows),
      `${faults.length} faults in all, of which ${tried.length} were chosen; aim: 90 % of the reached`,
    ],
  };
}

const percent = (part: number, whole: number) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '');
