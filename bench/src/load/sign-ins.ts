import type { Payer } from '../payer.ts';
import { createClient, type LoadClient } from './client.ts';
import { type Kind, type Measured, measure, percentile, runOpenLoop } from './open-loop.ts';
import { type Claim, drawMeasured, noErrors } from './report.ts';
import { openSite } from './site.ts';

const listsPerSecond = 20;
/** Signs in concurrently without a break, to keep the password hashing busy. */
const burst = 40;

/** Password hashing costs tens of milliseconds of CPU: mass sign-ins must not slow down other calls. */
export async function runSignIns(seconds: number): Promise<Claim[]> {
  const site = await openSite({ database: 'postgres' });
  const client = createClient(site.servers[0].url);
  try {
    const list = listing(client, site.payers);
    await runOpenLoop([list], 5);
    const [alone] = (await runOpenLoop([{ ...list, name: 'list alone' }], seconds)) as [Measured];
    const crowd = startCrowd(client, site.payers);
    const [among] = (await runOpenLoop([{ ...list, name: 'list among sign-ins' }], seconds)) as [Measured];
    const signIns = await crowd.stop();
    const measured = [alone, among, signIns];
    console.log(drawMeasured(measured, seconds));
    const [before, during, waiting] = [
      percentile(alone.millis, 0.99),
      percentile(among.millis, 0.99),
      percentile(signIns.millis, 0.5),
    ];
    const ratio = `p99 of a list is ${(during / before).toFixed(1)} times that without sign-ins`;
    const line = `and ${(during / waiting).toFixed(2)} of the middle sign-in: lists do not stand in their line`;
    return [noErrors(measured), { text: `${ratio}, ${line}`, holds: during < waiting / 2 }];
  } finally {
    client.close();
    await site.end();
  }
}

function listing(client: LoadClient, payers: Payer[]): Kind {
  let turn = 0;
  return {
    name: 'list',
    perSecond: listsPerSecond,
    run: async () => {
      turn += 1;
      const { status } = await client.ask({ path: '/api/payments', token: payers[turn % payers.length]?.token ?? '' });
      if (status !== 200) throw new Error(`a list was answered ${status}`);
      return undefined;
    },
  };
}

function startCrowd(client: LoadClient, payers: Payer[]) {
  const measured: Measured = { name: 'sign-in', millis: [], errors: new Map() };
  const crowd = Array.from({ length: burst }, (_, at) => payers[at % payers.length] as Payer);
  let isStopping = false;
  const signIn = async ({ email, password }: Payer) => {
    const { status } = await client.ask({ method: 'POST', path: '/api/auth/signin', body: { email, password } });
    if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
    return undefined;
  };
  const work = async () => {
    while (!isStopping) {
      const dueAt = performance.now();
      await Promise.all(crowd.map((payer) => measure(() => signIn(payer), dueAt, measured)));
    }
  };
  const working = work();
  return {
    stop: async () => {
      isStopping = true;
      await working;
      return measured;
    },
  };
}
