import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeProcess } from '../node-process.ts';
import { createClient } from './client.ts';
import { createMix } from './mix.ts';
import { percentile, runOpenLoop } from './open-loop.ts';
import { type Claim, drawMeasured, noErrors } from './report.ts';
import { openSite } from './site.ts';

/** Heap samples per run; the first fifth fills caches and is ignored. */
const looks = 10;
const warmUp = 2;
const maxGrowth = 1.15;

/** Leak check: the heap after GC must not grow under a long steady load. */
export async function runSoak(seconds: number): Promise<Claim[]> {
  const site = await openSite({ database: 'postgres' });
  const [{ url, process }] = site.servers;
  const client = createClient(url);
  try {
    const { payers, sandbox } = site;
    const { kinds } = createMix({ client, payers, pay: (id) => sandbox.pay(id, 'card'), scale: 1 });
    const running = runOpenLoop(kinds, seconds);
    const heaps = await watchHeap(process, (seconds * 1000) / looks);
    const measured = await running;
    console.log(drawMeasured(measured, seconds));
    const counted = heaps.slice(warmUp);
    const [early, late] = [middle(counted.slice(0, 3)), middle(counted.slice(-3))];
    const growth = `${(late / early).toFixed(3)} of what it was after the warm-up, at most ${maxGrowth}`;
    return [noErrors(measured), { text: `the heap in use is ${growth}`, holds: late / early <= maxGrowth }];
  } finally {
    client.close();
    await site.end();
  }
}

async function watchHeap(process: NodeProcess, everyMs: number): Promise<number[]> {
  const heaps: number[] = [];
  for (let look = 1; look <= looks; look += 1) {
    await sleep(everyMs);
    const { heapUsed, rss } = await process.memoryAfterCollection();
    heaps.push(heapUsed);
    const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
    const minute = ((look * everyMs) / 60_000).toFixed(1);
    console.log(`minute ${minute}: heap ${megabytes(heapUsed)} MB in use, ${megabytes(rss)} MB resident`);
  }
  return heaps;
}

function middle(values: number[]): number {
  return percentile(values, 0.5);
}
