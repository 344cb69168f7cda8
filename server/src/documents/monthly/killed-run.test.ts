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

function start(): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const worker = spawn(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'server/tests/support/monthly-documents-worker.ts')],
    {
      env: { PATH, HOME, TMPDIR, DATABASE_URL: database.url, NOW: '2026-10-01T09:00:00+03:00' },
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

test(
  `documents of a month for ${organizations} organizations, made by processes that are killed three times, are made once each and numbered without a gap`,
  async () => {
    const begun = Date.now();
    const killedAt: number[] = [];
    for (const part of [0.1, 0.3, 0.5]) {
      const running = Array.from({ length: processes }, start);
      const made = () => count('closing_documents');
      await expect.poll(made, { timeout, interval: 10 }).toBeGreaterThanOrEqual(organizations * part);
      await Promise.all(running.map(kill));
      killedAt.push(await made());
    }
    const ends = await Promise.all(Array.from({ length: processes }, start).map((worker) => once(worker, 'exit')));
    expect(ends.map(([code]) => code)).toEqual(Array(processes).fill(0));
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
    expect([await count('closing_progress'), await count('closing_failures')]).toEqual([0, 0]);
    expect(killedAt[0]).toBeLessThan(organizations);
    if (organizations <= 1000) expect(await checkLedger(database.db)).toEqual([]);
  },
  timeout * 2,
);
