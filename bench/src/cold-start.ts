import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, freePort, type Postgres } from '../../server/tests/support/postgres.ts';
import { load } from './lean/load.ts';
import { productEnvironment } from './lean/testbed.ts';
import { type NodeProcess, startNode, untilAnswers } from './node-process.ts';
import { newPayer } from './payer.ts';
import { spreadOf } from './spread.ts';
import { drawTable } from './table.ts';

const starts = 15;
const idleMs = 30_000;
const maxStartMs = 800;
const maxIdleMib = 150;
const mebibyte = 2 ** 20;

interface Started {
  url: string;
  process: NodeProcess;
  ms: number;
  cpuMs: number;
}

/** Prints how long a start takes from spawn to its first answer, and what a server holds in memory while it is idle. */
export async function measureStarts(postgres: Pick<Postgres, 'url'>): Promise<boolean> {
  const { url: databaseUrl, drop } = await createTestDatabase(postgres.url);
  // Without a cache of the bench's own, so that the one of the installation is measured.
  const env = { ...productEnvironment(databaseUrl, 'http://127.0.0.1:9'), NODE_COMPILE_CACHE: '' };
  const product = () => start('server/src/main.mjs', env, '/api/health/ready');
  const bare = () => start('bench/src/lean/server.ts', { DATABASE_URL: databaseUrl }, '/health');
  try {
    // The first start migrates and fills the cache where the installation did not.
    for (const one of [product, bare]) await startAndEnd(one);
    const all = { product: [] as Started[], bare: [] as Started[] };
    for (let turn = 0; turn < starts; turn += 1) {
      all.product.push(await startAndEnd(product));
      all.bare.push(await startAndEnd(bare));
    }
    const startMs = spreadOf(all.product.map(({ ms }) => ms));
    const median = (side: Started[], of: 'ms' | 'cpuMs') => Math.round(spreadOf(side.map((one) => one[of])).median);
    const memory = await measureMemory(product);
    const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
    const shown = `${Math.round(startMs.median)} (${Math.round(startMs.low)}–${Math.round(startMs.high)})`;
    const rows = [
      ['start to ready, ms', shown, median(all.bare, 'ms'), `≤ ${maxStartMs}`, verdict(startMs.median <= maxStartMs)],
      ['CPU until ready, ms', median(all.product, 'cpuMs'), median(all.bare, 'cpuMs'), '', ''],
      ['memory when ready, MiB', Math.round(memory.ready), '', '', ''],
      [
        'idle after 200 requests, MiB',
        Math.round(memory.idle),
        '',
        `≤ ${maxIdleMib}`,
        verdict(memory.idle <= maxIdleMib),
      ],
    ];
    console.log(drawTable(['', 'product', 'bare node:http', 'target', ''], rows));
    console.log(`Medians of ${starts} starts in turn, and the middle half; server and worker in one process`);
    return startMs.median <= maxStartMs && memory.idle <= maxIdleMib;
  } finally {
    await drop();
  }
}

async function start(script: string, env: Record<string, string>, path: string): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const process = startNode(script, { ...env, PORT: String(port), PUBLIC_URL: url });
  await untilAnswers(url + path, process, {}, 5);
  const ms = performance.now() - startedAt;
  return { url, process, ms, cpuMs: (await process.cpuMicros()) / 1000 };
}

async function startAndEnd(begin: () => Promise<Started>): Promise<Started> {
  const started = await begin();
  await started.process.end('SIGTERM');
  return started;
}

/** Resident memory in MiB, without a garbage collection that would not come by itself. */
async function measureMemory(begin: () => Promise<Started>): Promise<{ ready: number; idle: number }> {
  const { url, process } = await begin();
  const ready = await process.residentBytes();
  const { token } = await newPayer(url);
  const target = { url, token, refreshTokens: [] };
  for (const kind of ['session', 'organizations', 'list'] as const) await load(target, kind, 50);
  for (let page = 0; page < 50; page += 1) await (await fetch(`${url}/payments`)).text();
  await sleep(idleMs);
  const idle = await process.residentBytes();
  await process.end('SIGTERM');
  return { ready: ready / mebibyte, idle: idle / mebibyte };
}
