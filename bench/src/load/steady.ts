import { createClient } from './client.ts';
import { createMix } from './mix.ts';
import { runOpenLoop } from './open-loop.ts';
import { type Claim, drawMeasured, noErrors } from './report.ts';
import { openSite } from './site.ts';

/** The embedded database has one connection and shares the process's thread. */
const scales = { postgres: 1, pglite: 0.5 };

export async function runSteady(database: 'postgres' | 'pglite', seconds: number): Promise<Claim[]> {
  const site = await openSite({ database });
  const [{ url, process }] = site.servers;
  const client = createClient(url);
  try {
    const { payers, sandbox } = site;
    const pay = (id: string) => sandbox.pay(id, 'card');
    const { kinds } = createMix({ client, payers, pay, scale: scales[database] });
    const before = await process.cpuMicros();
    const measured = await runOpenLoop(kinds, seconds);
    const share = ((await process.cpuMicros()) - before) / 10_000 / seconds;
    console.log(`${drawMeasured(measured, seconds)}\nThe server took ${share.toFixed(0)}% of a core`);
    return [noErrors(measured)];
  } finally {
    client.close();
    await site.end();
  }
}
