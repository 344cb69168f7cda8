import { setTimeout as sleep } from 'node:timers/promises';
import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { sql } from '../../../server/src/platform/db/sql.ts';
import type { NodeProcess } from '../node-process.ts';
import { createClient, type LoadClient } from './client.ts';
import { createMix, type Mix, type Order, wish } from './mix.ts';
import { type Kind, type Measured, measure, runOpenLoop } from './open-loop.ts';
import { startProxy } from './proxy.ts';
import { type Claim, drawMeasured, noErrors } from './report.ts';
import { openSite } from './site.ts';

/** A killed process's job is retried by another process within half a minute. */
const settlingMs = 120_000;
const createdAtTheCut = 30;

/** Kills one of two processes behind a proxy: clients retry and nothing is lost. */
export async function runCut(seconds: number): Promise<Claim[]> {
  const site = await openSite({ database: 'postgres', processes: 2 });
  const proxy = await startProxy(site.servers.map(({ port }) => port));
  const client = createClient(proxy.url, 50);
  const { databaseUrl } = site;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
  try {
    const { payers, sandbox } = site;
    const mix = createMix({ client, payers, pay: (id) => sandbox.pay(id, 'card'), scale: 1 });
    const create = mix.kinds.find(({ name }) => name === 'create') as Kind;
    const killing = sleep(seconds * 500).then(() => killAmid(create, site.servers[0].process));
    const measured = await runOpenLoop(mix.kinds, seconds);
    measured.push(await killing);
    console.log(drawMeasured(measured, seconds));
    return [noErrors(measured), ...(await verifyState(db, client, mix))];
  } finally {
    await db.close();
    client.close();
    proxy.close();
    await site.end();
  }
}

/** Creates payments concurrently and kills the process at the first response. */
async function killAmid(create: Kind, process: NodeProcess): Promise<Measured> {
  const measured: Measured = { name: 'create at the cut', millis: [], errors: new Map() };
  const calls = Array.from({ length: createdAtTheCut }, () => measure(create.run, performance.now(), measured));
  await Promise.race(calls);
  await process.end('SIGKILL');
  await Promise.all(calls);
  return measured;
}

async function verifyState(db: Database, client: LoadClient, { orders, notified, cuts }: Mix): Promise<Claim[]> {
  const others = await countOtherAnswers(client, orders);
  const uncredited = await untilCredited(db, notified);
  const lost = orders.length - (await countStored(db, orders));
  const [row] = await db.query<{ doubled: number }>(sql`
    select (select count(*) from payments)::int - (select count(*) from idempotency_keys where scope like 'payments:%')::int
      + (select count(*) from (select from ledger_transfers where kind = 'top_up' group by source_id
          having count(*) > 1) twice)::int as doubled`);
  const doubled = row?.doubled ?? 1;
  const faults = await checkLedger(db);
  const wasCut = orders.filter((order) => order.wasCut).length;
  return [
    { text: `${cuts()} calls met the cut and were made again, ${wasCut} of them payments`, holds: wasCut > 0 },
    { text: `${orders.length} payments acknowledged, ${lost} lost, ${doubled} doubled`, holds: lost + doubled === 0 },
    { text: `the same key asked again: ${others} answers of another payment`, holds: others === 0 },
    { text: `${notified.length} notifications acknowledged, ${uncredited} not credited`, holds: uncredited === 0 },
    { text: `${faults.length} faults in the ledger`, holds: faults.length === 0 },
  ];
}

/** Checks the interrupted payments and up to fifty others. */
async function countOtherAnswers(client: LoadClient, orders: Order[]): Promise<number> {
  const asked = [...orders.filter(({ wasCut }) => wasCut), ...orders.filter(({ wasCut }) => !wasCut).slice(-50)];
  let others = 0;
  for (const { key, payer, paymentId } of asked) {
    const again = { method: 'POST', path: '/api/payments', token: payer.token, key, body: wish } as const;
    const { body } = await client.ask(again);
    if (body.id !== paymentId) others += 1;
  }
  return others;
}

async function countStored(db: Database, orders: Order[]): Promise<number> {
  const ids = orders.map(({ paymentId }) => paymentId);
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from payments where id = any(${ids}::uuid[])`);
  return row?.count ?? 0;
}

/** Waits for the jobs; returns how many notified payments are still not credited. */
async function untilCredited(db: Database, ids: string[]): Promise<number> {
  const deadline = Date.now() + settlingMs;
  for (;;) {
    const [row] = await db.query<{ count: number }>(sql`
      select count(distinct source_id)::int as count from ledger_transfers
      where kind = 'top_up' and source_id = any(${ids}::uuid[])`);
    const left = ids.length - (row?.count ?? 0);
    if (left === 0 || Date.now() > deadline) return left;
    await sleep(500);
  }
}
