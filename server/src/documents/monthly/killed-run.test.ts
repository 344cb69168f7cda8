import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { businessBody } from '../../../tests/support/business.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { importTransfers } from '../../money/ledger/import-transfers.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

/** `CLOSING_ORGANIZATIONS=20000` makes the documents of so many; it prints how long that took. */
const organizations = Number(process.env.CLOSING_ORGANIZATIONS ?? 200);
const root = join(import.meta.dirname, '../../../..');
const timeout = 120_000 + organizations * 300;
/** Two take part in the short run; the long one measures one. */
const processes = organizations > 1000 ? 1 : 2;
const workers = new Set<ChildProcess>();
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
  await fill();
}, timeout);
afterAll(async () => {
  await Promise.all([...workers].map(kill));
  await database.remove();
});

const count = async (text: string) => {
  const { rows } = await database.db.queryText(`select count(*)::int as count from ${text}`);
  return rows[0]?.count as number;
};

/** Each with a top-up of the first day and a charge of its own size. */
async function fill(): Promise<void> {
  const { db } = database;
  await db.queryText('insert into business_versions (version, data, created_by) values (1, $1, gen_random_uuid())', [
    JSON.stringify(businessBody),
  ]);
  const settled = { isUnbounded: true };
  await db.transaction(async (tx) => {
    await tx.queryText("select set_config('statement_timeout', '0', true)");
    await tx.queryText(
      `insert into organizations (id, kind, name, inn, kpp)
      select gen_random_uuid(), 'company', 'ООО «Покупатель ' || n || '»', '7736050003', '773601001'
      from generate_series(1, $1::int) n`,
      [organizations],
    );
    const { rows } = await tx.queryText('select id from organizations order by id');
    const place = { currency: 'RUB' as const, sourceId: null };
    await importTransfers(
      tx,
      rows.flatMap(({ id }, index) => {
        const movement = (kind: 'top_up' | 'charge', amountMinor: number, noon: string) => {
          const createdAt = new Date(Date.parse(noon) + index);
          const ids = { id: uuidv7(createdAt.getTime()), key: `${kind}:${id}`, organizationId: id as string };
          return { ...ids, ...place, kind, amountMinor, createdAt };
        };
        return [
          movement('top_up', 10_100, '2026-09-01T12:00:00+03:00'),
          movement('charge', -10_000, '2026-09-15T12:00:00+03:00'),
        ];
      }),
    );
  }, settled);
  await db.queryText('analyze');
}

function start(now: string): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const worker = spawn(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'server/tests/support/monthly-documents-worker.ts')],
    {
      env: { PATH, HOME, TMPDIR, DATABASE_URL: database.url, NOW: now },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

/** Kills the processes that make documents three times before all are made, and lets the last ones end. */
async function runKilled(now: string, made: () => Promise<number>): Promise<number[]> {
  const killedAt: number[] = [];
  const startAll = () => Array.from({ length: processes }, () => start(now));
  for (const part of [0.1, 0.3, 0.5]) {
    const running = startAll();
    await expect.poll(made, { timeout, interval: 10 }).toBeGreaterThanOrEqual(organizations * part);
    await Promise.all(running.map(kill));
    killedAt.push(await made());
  }
  const ends = await Promise.all(startAll().map((worker) => once(worker, 'exit')));
  expect(ends.map(([code]) => code)).toEqual(Array(processes).fill(0));
  expect([await count('closing_progress'), await count('closing_failures')]).toEqual([0, 0]);
  expect(killedAt[0]).toBeLessThan(organizations);
  return killedAt;
}

test(
  `documents of a month for ${organizations} organizations, made by processes that are killed three times, are made once each and numbered without a gap`,
  async () => {
    const begun = Date.now();
    const killedAt = await runKilled('2026-10-01T09:00:00+03:00', () => count('closing_documents'));
    const seconds = (Date.now() - begun) / 1000;
    if (process.env.CLOSING_ORGANIZATIONS)
      console.log(
        `${organizations} organizations: ${seconds.toFixed(0)} s, killed at ${killedAt.join(', ')} documents`,
      );

    const { rows } = await database.db.queryText(
      `select count(*)::int as documents, count(distinct organization_id)::int as organizations,
      count(distinct number)::int as numbers, min(number) as first, max(number) as last, sum(amount_minor)::float8 as sum
    from closing_documents where kind = 'upd'`,
    );
    expect(rows).toEqual([
      {
        ...{ documents: organizations, organizations, numbers: organizations, sum: organizations * 10_000 },
        first: '2026-000001',
        last: `2026-${String(organizations).padStart(6, '0')}`,
      },
    ]);
    expect(await count('closing_documents')).toBe(organizations);
    expect(await count("closing_runs where task = 'months'")).toBe(1);
    if (organizations <= 1000) expect(await checkLedger(database.db)).toEqual([]);
  },
  timeout * 2,
);

/** In October each is given back a half of September's charge in two refunds. */
async function giveBackHalves(): Promise<void> {
  await database.db.transaction(
    async (tx) => {
      await tx.queryText("select set_config('statement_timeout', '0', true)");
      const { rows } = await tx.queryText('select id from organizations order by id');
      const refunds = rows.flatMap(({ id }, index) =>
        ['2026-10-02', '2026-10-20'].map((day) => {
          const createdAt = new Date(Date.parse(`${day}T12:00:00+03:00`) + index);
          const ids = { id: uuidv7(createdAt.getTime()), key: `${day}:${id}`, organizationId: id as string };
          const moved = { kind: 'charge_refund', amountMinor: 2500, currency: 'RUB', sourceId: null } as const;
          return { ...ids, ...moved, createdAt };
        }),
      );
      await importTransfers(tx, refunds);
      await tx.queryText('set local session_replication_role = replica');
      await tx.queryText(
        `update ledger_transfers t set undoes_id = c.id from ledger_transfers c
      where t.kind = 'charge_refund' and c.key = 'charge:' || split_part(t.key, ':', 2)`,
      );
    },
    { isUnbounded: true },
  );
  await database.db.queryText('analyze');
}

test(
  `revisions of ${organizations} documents after refunds, made by processes that are killed three times, are made once each`,
  async () => {
    await giveBackHalves();
    const begun = Date.now();
    const killedAt = await runKilled('2026-11-01T09:00:00+03:00', () => count('closing_documents where revision > 0'));
    if (process.env.CLOSING_ORGANIZATIONS)
      console.log(`${organizations} revisions: ${Math.round((Date.now() - begun) / 1000)} s, killed at ${killedAt}`);
    const { rows } = await database.db.queryText(
      `select count(*)::int as documents, count(distinct organization_id)::int as organizations, max(revision) as last,
        sum(amount_minor)::float8 as sum, count(distinct period)::int as periods
      from closing_documents where kind = 'upd' and revision > 0`,
    );
    expect(rows).toEqual([{ documents: organizations, organizations, last: 1, sum: organizations * 5000, periods: 1 }]);
    expect(await count("closing_documents where period = '2026-10'")).toBe(0);
    expect(await count("closing_runs where task = 'give_backs'")).toBe(2);
  },
  timeout * 2,
);
