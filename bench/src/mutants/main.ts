import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeChange, type Planted, plantAll } from './plant.ts';
import { closestFirst, type Reach, readReach } from './reach.ts';
import { summarize } from './summary.ts';
import { openTestRun } from './test-run.ts';

const { values: options } = parseArgs({
  options: {
    share: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    job: { type: 'string' },
  },
});
const planted = plantAll();
/** Parts of their names. What only others would find survives: such a run says more of the tests than of the faults. */
const askedTests = options.tests.split(',');
const folder = join(import.meta.dirname, '../../../var/mutants', hashOf(planted));
const resultsFile = join(folder, 'results.jsonl');
const reachFile = join(folder, 'reach.json');
mkdirSync(folder, { recursive: true });

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
  if (!existsSync(reachFile)) await findReach();
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
  const run = await openTestRun(planted, { workers: Number(options.jobs) + 1 });
  try {
    const files = (await run.allFiles()).filter((file) => askedTests.some((part) => file.includes(part)));
    const { results, reachedFile } = await run.reach(files);
    for (const { file, state } of results)
      if (state === 'failed') console.log(`${file} fails without any fault: not used`);
    writeFileSync(reachFile, JSON.stringify(readReach(results, readFileSync(reachedFile, 'utf8'))));
  } finally {
    await run.close();
  }
}

/** Goes on where an earlier run with the same code was stopped. */
async function runJob(job: number): Promise<void> {
  const { tests, reached } = reach();
  const known = readResults();
  const own = chosen.filter(
    (number, index) => index % Number(options.jobs) === job && reached[number] && !known.has(number),
  );
  const run = await openTestRun(planted, { workers: 1 });
  try {
    for (const [index, number] of own.entries()) {
      const place = placeOf(number);
      const { questions = 0, files = [] } = reached[number] ?? {};
      const foundBy = await run.findFault(number, questions * 100 + 10_000, closestFirst(place.file, files, tests));
      appendFileSync(resultsFile, `${JSON.stringify({ number, foundBy: foundBy ?? null })}\n`);
      if (!foundBy) console.log(`${place.file}:${place.line} survives: ${describeChange(place)}`);
      if (index % 50 === 49) console.log(`job ${job}: ${index + 1} of ${own.length}`);
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
  for (const { file, mutants, firstNumber } of planted) {
    const mutant = mutants[number - firstNumber];
    if (mutant) return { ...mutant, file };
  }
  throw new Error(`no fault has the number ${number}`);
}

function reach(): Reach {
  return JSON.parse(readFileSync(reachFile, 'utf8'));
}

function readResults(): Map<number, string | null> {
  if (!existsSync(resultsFile)) return new Map();
  const lines = readFileSync(resultsFile, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map(({ number, foundBy }) => [number, foundBy]));
}

function hashOf(all: Planted[]): string {
  const hash = createHash('sha256').update(options.tests);
  for (const { file, code, mutants } of all) hash.update(`${file} ${mutants.length}\n${code}\n`);
  return hash.digest('hex').slice(0, 12);
}
