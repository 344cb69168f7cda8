import { parseArgs } from 'node:util';
import { runCut } from './killed-process.ts';
import type { Claim } from './report.ts';
import { runScraping } from './scraping.ts';
import { runSignIns } from './sign-ins.ts';
import { runSoak } from './soak.ts';
import { runSteady } from './steady.ts';

const parts: Record<string, { seconds: number; run: (seconds: number) => Promise<Claim[]> }> = {
  postgres: { seconds: 120, run: (seconds) => runSteady('postgres', seconds) },
  pglite: { seconds: 60, run: (seconds) => runSteady('pglite', seconds) },
  'sign-ins': { seconds: 30, run: runSignIns },
  soak: { seconds: 600, run: runSoak },
  cut: { seconds: 60, run: runCut },
  metrics: { seconds: 240, run: runScraping },
};

const { values } = parseArgs({ options: { only: { type: 'string' }, seconds: { type: 'string' } } });
const chosen = Object.entries(parts).filter(([name]) => !values.only || values.only === name);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}`);
if (values.seconds !== undefined && !(Number(values.seconds) >= 1)) throw new Error('--seconds takes a number from 1');

for (const [name, part] of chosen) {
  const seconds = Number(values.seconds ?? part.seconds);
  console.log(`\n${name}, ${seconds} s`);
  for (const { text, holds } of await part.run(seconds)) {
    console.log(`${holds ? '✓' : '✗'} ${text}`);
    if (!holds) process.exitCode = 1;
  }
}
