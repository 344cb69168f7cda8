import { updateProfile } from '@kazna/contract/cabinet/profile';
import { getReadiness } from '@kazna/contract/shared/health';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { signedInPerson } from '../../../tests/support/organizations.ts';
import { createTestDatabase } from '../../../tests/support/postgres.ts';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseUnavailable, isRetryable } from './errors.ts';
import { transactionWithoutTimeouts } from './timeouts.ts';
import { createWriteProbe } from './write-probe.ts';

const timeouts = { statement: 300, lock: 50, idleInTransaction: 1000, clientMargin: 5000 };

let database: { url: string; drop: () => Promise<void> };
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const options = { databaseUrl: database.url, dataDir: '', poolSize: 5, onConnectionLost: () => {} };
  db = await openDatabase({ ...options, timeouts });
  await db.queryText('create table notes (id int primary key)');
  await db.queryText('insert into notes values (1)');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a statement timeout is retryable', async () => {
  expect(await failureOf(db.queryText('select pg_sleep(5)'))).toSatisfy(isRetryable);
});

test('a lock timeout is retryable, and the owner of the lock goes on', async () => {
  await db.transaction(async (tx) => {
    await tx.queryText('select from notes for update');
    expect(await failureOf(db.queryText('delete from notes'))).toSatisfy(isRetryable);
  });
});

test('an idle transaction loses its connection and its locks', async () => {
  const idle = db.transaction(async (tx) => {
    await tx.queryText('select from notes for update');
    const { rows } = await tx.queryText('select pg_backend_pid() as pid');
    const backend = 'select from pg_stat_activity where pid = $1';
    await expect.poll(async () => (await db.queryText(backend, [rows[0]?.pid])).rows).toEqual([]);
    await tx.queryText('select 1');
  });
  expect(await failureOf(idle)).toSatisfy(isDatabaseUnavailable);
  await db.transaction((tx) => tx.queryText('select from notes for update'));
});

test('migrations, cleanup and the ledger check have no timeouts', async () => {
  const { rows } = await transactionWithoutTimeouts(db, (tx) => tx.queryText('select pg_sleep(0.6)'));
  expect(rows).toHaveLength(1);
  const again = await db.queryText('show statement_timeout');
  expect(again.rows).toEqual([{ statement_timeout: '300ms' }]);
});

test("the server's connections have timeouts", async () => {
  const options = { databaseUrl: database.url, dataDir: '', poolSize: 1, onConnectionLost: () => {} };
  const plain = await openDatabase(options);
  onTestFinished(() => plain.close());
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  for (const name of names) {
    const { rows } = await plain.queryText(`select current_setting('${name}') as value`);
    expect(rows[0]?.value, name).not.toBe('0');
  }
});

describe('a write that PostgreSQL refuses', () => {
  let refusal: string | undefined;
  const watch = (it: Database): Database => ({
    ...it,
    query: (statement) =>
      refusal && /^\s*(insert|update)/.test(statement.text)
        ? Promise.reject(Object.assign(new Error('refused'), { code: refusal }))
        : it.query(statement),
  });
  const app = appForThisFile({ watch });
  let token: string;
  beforeAll(async () => {
    ({ token } = await signedInPerson(app));
  });
  afterEach(() => {
    refusal = undefined;
  });

  test.each([
    ['a lock that did not come', '55P03'],
    ['a statement that took too long', '57014'],
    ['a full disk', '53100'],
    ['a database that is read-only', '25006'],
  ])('a request that meets %s is answered 503 with Retry-After', async (_what, code) => {
    const change = () => app.call(updateProfile, { body: { name: 'Анна', timezone: 'Europe/Moscow' } }, { token });
    expect((await change()).status).toBe(200);
    refusal = code;
    const refused = await change();
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

const ready = async (app: TestApp) => (await app.call(getReadiness)).status;

test('on PostgreSQL a server whose database is read-only is not ready', async () => {
  const app = await startTestApp(inject('databaseUrl'));
  onTestFinished(() => app.close());
  const { rows } = await app.db.queryText('select quote_ident(current_database()) as name');
  await app.db.queryText(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
  // Open connections keep their settings, so all are terminated, our own last.
  const pids = `select pid from pg_stat_activity where datname = current_database() order by pid = pg_backend_pid()`;
  await app.db.queryText(`select pg_terminate_backend(pid) from (${pids}) others`).catch(() => {});
  const setting = () => app.db.queryText('show transaction_read_only').catch(() => ({ rows: [] }));
  await expect.poll(setting, { timeout: 10_000 }).toMatchObject({ rows: [{ transaction_read_only: 'on' }] });
  expect(await ready(app)).toBe(503);
});

test('on PGlite a server whose database is read-only is not ready', { timeout: 90_000 }, async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  expect(await ready(app)).toBe(200);
  await app.db.queryText('set default_transaction_read_only = on');
  await expect.poll(() => ready(app), { timeout: 20_000 }).toBe(503);
});

/** Every write that needs new space is refused, and small ones still fit. */
const fillDisk = `
  create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create trigger no_space before insert on write_probe_space for each statement execute function no_space()`;

test('a server is not ready while writes are refused for lack of disk space, and is as soon as there is some', async () => {
  const app = await startTestApp(inject('databaseUrl'));
  onTestFinished(() => app.close());
  expect(await ready(app)).toBe(200);
  await app.db.queryText(fillDisk);
  await expect(app.db.queryText("insert into write_probe_space values ('x')")).rejects.toThrow('could not extend file');
  expect([await ready(app), await ready(app)]).toEqual([503, 503]);
  await app.db.queryText('drop trigger no_space on write_probe_space');
  const person = await signedInPerson(app);
  expect((await app.call(updateProfile, { body: { name: 'Ольга' } }, { token: person.token })).status).toBe(200);
  await expect.poll(() => ready(app), { timeout: 10_000 }).toBe(200);
});

test('a write probe after a refusal asks for space once in three seconds, and not again once there was some', async () => {
  const app = await startTestApp(inject('databaseUrl'));
  onTestFinished(() => app.close());
  let clock = Date.now();
  let probes = 0;
  const counting: Database = {
    ...app.db,
    transaction: (work, options) => {
      probes += 1;
      return app.db.transaction(work, options);
    },
  };
  const probe = createWriteProbe(counting, () => clock);
  const isWritable = () =>
    probe().then(
      () => true,
      () => false,
    );
  expect([await isWritable(), probes]).toEqual([true, 0]);
  await app.db.queryText(fillDisk);
  await app.db.queryText("insert into write_probe_space values ('x')").catch(() => {});
  expect([await isWritable(), await isWritable(), probes]).toEqual([false, false, 1]);
  await app.db.queryText('drop trigger no_space on write_probe_space');
  expect([await isWritable(), probes]).toEqual([false, 1]);
  clock += 3000;
  expect([await isWritable(), probes]).toEqual([true, 2]);
  clock += 3000;
  expect([await isWritable(), probes]).toEqual([true, 2]);
});
