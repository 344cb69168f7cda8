import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Outcome, ReachOfFile } from './orders.ts';
import { describeChange, hashOfTest, type Planted, plantAll } from './plant.ts';
import { type Reached, reachOfFaults, tryOf } from './reach.ts';
import { summarize } from './summary.ts';
import { openTestRun, readLines } from './test-run.ts';

const { values: options } = parseArgs({
  options: {
    share: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    job: { type: 'string' },
  },
});
const planted = plantAll();
/** Parts of their names. What only others would find survives: such a run says more of the tests than of the faults. */
const askedTests = options.tests.split(',');
const folder = join(import.meta.dirname, '../../../var/mutants', hashOf(planted));
const resultsFile = join(folder, 'results.jsonl');
const reachFile = join(folder, 'reach.jsonl');
mkdirSync(folder, { recursive: true });

/** A fault that no test near it finds in this time survives: what survived is tried once more by all who may find it. */
const maxMilliseconds = options.again ? 300_000 : 15_000;
/** What a process has loaded and left behind grows, so that a new one begins now and then. */
const [filesOfProcess, faultsOfProcess] = [40, 40];

const step = 100 / Number(options.share);
if (!(step >= 1)) throw new Error('--share takes a percentage from 1 to 100');
const chosen = planted
  .filter(({ file }) => file.includes(options.only))
  .flatMap(({ mutants, firstNumber }) => mutants.map((_, index) => firstNumber + index))
  .filter((number) => Math.floor(number / step) !== Math.floor((number - 1) / step))
  .toSorted((a, b) => scattered(a) - scattered(b));

if (options.job === undefined) await runAll();
else await runJob(Number(options.job));

async function runAll(): Promise<void> {
  await findReach();
  const jobs = Array.from({ length: Number(options.jobs) }, (_, job) =>
    spawn(
      process.execPath,
      [...process.execArgv, import.meta.filename, ...process.argv.slice(2), '--job', String(job)],
      {
        stdio: 'inherit',
      },
    ),
  );
  const codes = await Promise.all(jobs.map(async (job) => (await once(job, 'exit'))[0]));
  const { lines, score } = summarize(planted, chosen, reach(), readResults());
  for (const line of lines) console.log(line);
  process.exitCode = codes.every((code) => code === 0) && score >= 0.9 ? 0 : 1;
}

/** Which tests reach which faults: each test runs once, with no fault active. */
async function findReach(): Promise<void> {
  const known = new Map(readLines<ReachOfFile>(reachFile).map(({ file, hash }) => [file, hash]));
  const run = await openTestRun(planted);
  try {
    const files = (await run.allFiles()).filter((file) => askedTests.some((part) => file.includes(part)));
    for (const some of inParts(
      files.filter((file) => known.get(file) !== hashOfTest(file)).toSorted(),
      filesOfProcess,
    )) {
      await run.reach(some, reachFile);
      console.log(`${some.at(-1)}: reached faults are known`);
    }
  } finally {
    await run.close();
  }
  for (const { file, isPassed } of lastOfEachFile())
    if (!isPassed) console.log(`${file} fails without any fault: not used`);
}

/** Goes on where an earlier run with the same code was stopped; asked to, it tries again what survived, by newer tests. */
async function runJob(job: number): Promise<void> {
  const reached = reach();
  const known = readResults();
  const tries = chosen
    .filter((_, index) => index % Number(options.jobs) === job)
    .filter((number) => !known.has(number) || (options.again && known.get(number) === null))
    .flatMap((number) => {
      const own = reached.get(number);
      return own ? [{ ...tryOf(number, placeOf(number).file, own, maxMilliseconds), isOnLoad: own.isOnLoad }] : [];
    });
  const run = await openTestRun(planted);
  try {
    // Also here a run that is stopped has tried a fair sample.
    const parts = inParts(tries, faultsOfProcess).flatMap((some) => [
      some.filter(({ isOnLoad }) => !isOnLoad),
      ...inParts(
        some.filter(({ isOnLoad }) => isOnLoad),
        1,
      ),
    ]);
    for (const [index, some] of parts.entries()) {
      await run.findFaults(some, resultsFile);
      const outcomes = readResults();
      for (const { number } of some) {
        const place = placeOf(number);
        if (outcomes.get(number) === null)
          console.log(`${place.file}:${place.line} survives: ${describeChange(place.code, place)}`);
      }
      console.log(`job ${job}: part ${index + 1} of ${parts.length}`);
    }
  } finally {
    await run.close();
  }
}

/** In an order that has nothing to do with files: what a run that is stopped has tried is a fair sample. */
function scattered(number: number): number {
  return (number * 2_654_435_761) % 2 ** 32;
}

function placeOf(number: number) {
  for (const { file, code, mutants, firstNumber } of planted) {
    const mutant = mutants[number - firstNumber];
    if (mutant) return { ...mutant, file, code };
  }
  throw new Error(`no fault has the number ${number}`);
}

function reach(): Map<number, Reached> {
  return reachOfFaults(planted, lastOfEachFile());
}

function lastOfEachFile(): ReachOfFile[] {
  return [...new Map(readLines<ReachOfFile>(reachFile).map((line) => [line.file, line])).values()];
}

function readResults(): Map<number, string | null> {
  return new Map(readLines<Outcome>(resultsFile).map(({ number, foundBy }) => [number, foundBy]));
}

function inParts<One>(all: One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

function hashOf(all: Planted[]): string {
  const hash = createHash('sha256').update(options.tests);
  for (const { file, code, mutants } of all) hash.update(`${file} ${mutants.length}\n${code}\n`);
  return hash.digest('hex').slice(0, 12);
}
