import { Client } from 'pg';
import type { Postgres } from '../../../server/tests/support/postgres.ts';
import { drawTable } from '../table.ts';
import { createBase, openEnvironment } from './environment.ts';
import { type Cost, type Environments, measureCalls, measureFullCheck, measureNight } from './measure.ts';
import { questions } from './questions.ts';
import { sizes } from './sizes.ts';

const maxRatio = 2;

/** Prints what pages, charges and the night's check cost with 100 times as much, and returns whether they stay within 2. */
export async function compareGrowth(postgres: Pick<Postgres, 'url' | 'pid'>): Promise<boolean> {
  await allowMuchLog(postgres.url);
  const names = Object.keys(sizes) as (keyof typeof sizes)[];
  const opened: Partial<Environments> = {};
  const base = await createBase(postgres.url);
  try {
    for (const name of names) {
      const startedAt = performance.now();
      opened[name] = await openEnvironment(postgres.url, base, sizes[name]);
      console.log(`${describe(name)}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    return await compareAll(postgres.pid() as number, opened as Environments);
  } finally {
    for (const environment of Object.values(opened)) await environment.end();
  }
}

async function compareAll(postmaster: number, environments: Environments): Promise<boolean> {
  const costs: (Cost & { what: string })[] = [];
  for (const question of questions) {
    costs.push({ what: question.what, ...(await measureCalls(postmaster, environments, question)) });
  }
  const night = `the night's check of ${grouped(sizes.large.lastDay)} transfers`;
  costs.push({ what: night, ...(await measureNight(postmaster, environments)) });
  const rows = costs.map(({ what, small, middle, large, ratio }) => [
    what,
    ...[small, middle, large].map((ms) => Number(ms.toFixed(2))),
    `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`,
    `≤ ${maxRatio}`,
    ratio.median <= maxRatio ? 'met' : 'MISSED',
  ]);
  const transfers = Object.values(sizes).map((size) => grouped(size.transfers));
  console.log(drawTable(['CPU ms, server and database', ...transfers, 'ratio', 'target', ''], rows));
  console.log('ratio of the last to the first by transfers; medians of turns taken by all, and the middle half');
  for (const name of ['middle', 'large'] as const) {
    const seconds = await measureFullCheck(environments[name]);
    console.log(`npm run ledger:check, ${grouped(sizes[name].transfers)} transfers: ${seconds.toFixed(1)} s`);
  }
  return costs.every(({ ratio }) => ratio.median <= maxRatio);
}

function describe(name: keyof typeof sizes): string {
  const { transfers, payments, organizations } = sizes[name];
  return `${grouped(transfers)} transfers, ${grouped(payments)} payments, ${grouped(organizations)} organizations`;
}

function grouped(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ');
}

/** Fewer checkpoints while the tables are filled. */
async function allowMuchLog(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("alter system set max_wal_size = '8GB'");
  await client.query('select pg_reload_conf()');
  await client.end();
}
