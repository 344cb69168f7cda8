import { fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openMigratedPostgres } from '../../../server/tests/support/global-setup.ts';
import type { Order, Report } from './play-seeds.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
    processes: { type: 'string', default: String(availableParallelism()) },
    failures: { type: 'string', default: '5' },
    again: { type: 'boolean', default: false },
  },
});
const [runs, firstSeed, steps, processes] = [values.runs, values.seed, values.steps, values.processes].map(Number) as [
  ...[number, number, number, number],
];
/** Planning for given values would take as long as all execution does: the tables are small, and no plan is better. */
const planOnce = { plan_cache_mode: 'force_generic_plan' };
/** Collecting the garbage of a step each time would take a tenth of a player's time. */
const playerOptions = ['--max-semi-space-size=64'];
/** After so many nothing new is begun. */
const mostFailures = Number(values.failures);
for (const [name, value] of Object.entries({ runs, steps, processes, failures: mostFailures }))
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number above zero`);
if (!Number.isInteger(firstSeed)) throw new Error('--seed takes a whole number');

const root = path.join(import.meta.dirname, '../../..');
const sources = ['server', 'contract', 'sandbox', 'bench/src/model', 'package-lock.json'];
const played = new Set<number>(values.again ? [] : readPlayed());
const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index).filter((seed) => !played.has(seed));
const failures: string[] = [];
const startedAt = performance.now();

if (seeds.length < runs) console.log(`${runs - seeds.length} of ${runs} histories agreed before on this content.`);
const postgres = await openMigratedPostgres(planOnce);
try {
  const count = seeds.length;
  await Promise.all(Array.from({ length: Math.min(processes, count) }, () => playSeeds(postgres.url, count)));
} finally {
  await postgres.remove();
}
const minutes = (performance.now() - startedAt) / 60_000;
console.log(
  `Seeds ${firstSeed} to ${firstSeed + runs - 1}, ${steps} steps each: ${played.size} histories agree, ${failures.length} failures, ${minutes.toFixed(1)} min`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

/** One process with a database of its own plays seeds until none is left or too much has failed. */
function playSeeds(databaseUrl: string, count: number): Promise<void> {
  const player = path.join(import.meta.dirname, 'play-seeds.ts');
  const execArgv = [...process.execArgv, ...playerOptions];
  const child = fork(player, [databaseUrl, String(steps)], { execArgv });
  let isEnding = false;
  return new Promise((resolve) => {
    child.on('message', ({ seed, failures: found }: Report) => {
      for (const failure of found) console.log(`✗ ${failure}\n`);
      failures.push(...found);
      if (seed !== null && found.length === 0) addPlayed(seed, count);
      if (isEnding) return;
      const order: Order = { seed: (failures.length < mostFailures ? seeds.shift() : null) ?? null };
      isEnding = order.seed === null;
      child.send(order);
    });
    child.on('exit', (code, signal) => {
      if (code !== 0) failures.push(`A process ended with ${code ?? signal}`);
      resolve();
    });
  });
}

function addPlayed(seed: number, count: number): void {
  played.add(seed);
  const done = count - seeds.length;
  if (seeds.length > 0 && played.size % 50 !== 0) return;
  writePlayed();
  console.log(`${played.size} histories agree, ${Math.round((performance.now() - startedAt) / done)} ms each`);
}

/** Of what histories are played on, as it is committed; what was changed and not committed is played anew. */
function fileOfContent(): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('status', '--porcelain').stdout !== '') return null;
  const { status, stdout } = git('rev-parse', ...sources.map((source) => `HEAD:${source}`));
  const name = createHash('sha256').update(stdout).digest('hex').slice(0, 12);
  return status === 0 ? path.join(root, 'var/model', `${name}-${steps}.json`) : null;
}

function readPlayed(): number[] {
  const file = fileOfContent();
  const known: number[] = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return known.filter((seed) => seed >= firstSeed && seed < firstSeed + runs);
}

function writePlayed(): void {
  const file = fileOfContent();
  if (!file) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([...played]));
}
