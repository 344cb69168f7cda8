import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { createTestDatabase, freePort, type Postgres } from '../../server/tests/support/postgres.ts';
import { plantTariff } from '../../server/tests/support/services.ts';
import { productEnvironment } from './lean/testbed.ts';
import { startNode, untilAnswers } from './node-process.ts';
import { newPayer } from './payer.ts';
import { type Spread, spreadOf } from './spread.ts';
import { drawTable } from './table.ts';

const { DUE = '100000', SUBSCRIPTIONS = '1000000' } = process.env;
const sizes = { due: Number(DUE), all: Number(SUBSCRIPTIONS) };
const priceMinor = 30_000;
const targets = { otherCalls: 2, pages: 1.5 };
const mib = 1024 * 1024;

/** Charges many subscriptions that are due at once, and measures what other calls cost meanwhile and what a step reads. */
export async function chargeDueSubscriptions(postgres: Pick<Postgres, 'url'>): Promise<boolean> {
  const { url: databaseUrl } = await createTestDatabase(postgres.url);
  const client = new Client({ connectionString: databaseUrl });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...productEnvironment(databaseUrl, 'http://127.0.0.1:9'), PORT: String(port), PUBLIC_URL: url };
  const whole = startNode('server/src/main.mjs', env);
  await untilAnswers(`${url}/api/health/ready`, whole);
  const { token } = await newPayer(url);
  await whole.end('SIGTERM');
  await client.connect();
  await fill(client, databaseUrl, sizes.due, 'now()');
  const few = await pagesOfStep(client);
  const server = startNode('server/src/main.mjs', env, ['serve']);
  await untilAnswers(`${url}/api/health/ready`, server);
  const callsBefore = await callFor(url, token, 3000);
  const worker = startNode('server/src/main.mjs', { ...env, PORT: String(await freePort()) }, ['work']);
  try {
    const { seconds, calls, residentBytes } = await drain(client, worker, () => callFor(url, token, 1000));
    const [charged] = (await client.query('select count(*)::int, sum(amount_minor)::float8 as sum from charges')).rows;
    if (charged.count !== sizes.due || charged.sum !== sizes.due * priceMinor) throw new Error('charges are missing');
    await worker.end('SIGKILL');
    await fill(client, databaseUrl, sizes.due, 'now()');
    await fill(client, databaseUrl, sizes.all - sizes.due, "now() + interval '20 days'");
    const many = await pagesOfStep(client);
    return report({ seconds, residentBytes, callsBefore, calls, few, many });
  } finally {
    await worker.end('SIGKILL');
    await server.end('SIGKILL');
    await client.end();
  }
}

/** Each of an organization with money for it. Balances are written without their past, which no check reads here. */
async function fill(client: Client, databaseUrl: string, count: number, nextStepAt: string): Promise<void> {
  if (count <= 0) return;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
  const { id, versionId } = await plantTariff(db, { priceMinor });
  await db.close();
  await client.query(
    `with made as (
       insert into organizations (id, kind, name)
       select gen_random_uuid(), 'company', 'ООО «Ромашка» ' || n from generate_series(1, $1::int) n returning id
     ), accounts as (
       insert into ledger_accounts (id, kind, organization_id, currency, balance_minor, card_minor)
       select gen_random_uuid(), 'organization', id, 'RUB', 1000000, 1000000 from made
     )
     insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on,
       charged_to, next_step_at, created_by)
     select gen_random_uuid(), id, $2, $3, 1, 'active', current_date, current_date, current_date,
       ${nextStepAt}, (select id from actors limit 1) from made`,
    [count, id, versionId],
  );
  await client.query('vacuum analyze');
}

/** Pages of the database that finding the next batch reads. */
async function pagesOfStep(client: Client): Promise<number> {
  const { rows } = await client.query(
    `explain (analyze, buffers, format json) select id, organization_id from subscriptions
     where next_step_at <= business_now() order by next_step_at, id limit 200`,
  );
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** Milliseconds of calls one after another. */
async function callFor(url: string, token: string, durationMs: number): Promise<number[]> {
  const taken: number[] = [];
  for (const end = Date.now() + durationMs; Date.now() < end; ) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/organizations`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

async function drain(client: Client, worker: ReturnType<typeof startNode>, call: () => Promise<number[]>) {
  const calls: number[] = [];
  let residentBytes = 0;
  let startedAt = 0;
  for (;;) {
    const { rows } = await client.query(
      'select count(*)::int as due, (select count(*)::int from charges) as charged from subscriptions where next_step_at <= now()',
    );
    const { due, charged } = rows[0];
    if (charged > 0 && startedAt === 0) startedAt = Date.now();
    if (due === 0) return { seconds: (Date.now() - startedAt) / 1000, calls, residentBytes };
    if (startedAt === 0) await sleep(50);
    else calls.push(...(await call()));
    residentBytes = Math.max(residentBytes, await worker.residentBytes());
  }
}

interface Results {
  seconds: number;
  residentBytes: number;
  callsBefore: number[];
  calls: number[];
  few: number;
  many: number;
}

function report({ seconds, residentBytes, callsBefore, calls, few, many }: Results): boolean {
  const [before, during] = [spreadOf(callsBefore), spreadOf(calls)];
  const slower = during.median / before.median;
  const isMet = slower <= targets.otherCalls && many <= few * targets.pages;
  const text = ({ median, low, high }: Spread) => `${median.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`;
  const rows = [
    [`${sizes.due} due at once, charged a second`, Math.round(sizes.due / seconds), '', ''],
    ['highest resident memory of the worker, MiB', Math.round(residentBytes / mib), '', ''],
    ['GET /api/organizations before, ms', text(before), '', ''],
    [
      '… while they are charged',
      text(during),
      `≤ ${targets.otherCalls} times`,
      slower <= targets.otherCalls ? 'met' : 'MISSED',
    ],
    [`pages that finding a batch reads of ${sizes.due}`, few, '', ''],
    [`… of ${sizes.all}`, many, `≤ ${targets.pages} times`, many <= few * targets.pages ? 'met' : 'MISSED'],
  ];
  console.log(drawTable(['', 'measured', 'target', ''], rows));
  return isMet;
}
