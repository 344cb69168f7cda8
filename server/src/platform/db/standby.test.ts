import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { getReadiness } from '@kazna/contract/shared/health';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPerson, signInPerson } from '../../../tests/support/people.ts';
import { createTestDatabase, type Postgres, startPostgres } from '../../../tests/support/postgres.ts';
import { type Database, openDatabase } from './database.ts';
import { OutcomeUnknown } from './errors.ts';

let postgres: Postgres;
beforeAll(async () => {
  // Commits wait for this standby only where a session asks for it.
  postgres = await startPostgres({ settings: { synchronous_standby_names: 'missing' } });
});
afterAll(() => postgres.remove());

const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl, dataDir: '', poolSize: 4, onConnectionLost: () => {} });
const insert = "insert into notes values ('kept')";

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['a commit', (db) => db.transaction((tx) => tx.queryText(insert))],
  ['a write outside a transaction', (db) => db.queryText(insert)],
])(
  '%s whose wait for a standby is cancelled has an unknown outcome, though PostgreSQL answers success',
  async (_what, write) => {
    const { url, drop } = await createTestDatabase(postgres.url);
    const observer = await open(url);
    await observer.queryText('create table notes (text text)');
    const waitingForStandby = await open(`${url}?options=-c%20synchronous_commit%3Don`);
    const text = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";
    const cancel = () => observer.queryText(text).then(({ rows }) => rows.length);
    const [outcome] = await Promise.all([
      write(waitingForStandby).catch((error: unknown) => error),
      expect.poll(cancel, { timeout: 10_000 }).toBe(1),
    ]);
    expect(outcome).toBeInstanceOf(OutcomeUnknown);
    // The warning comes a moment before the row can be seen.
    const notes = async () => (await observer.queryText('select text from notes')).rows;
    await expect.poll(notes).toEqual([{ text: 'kept' }]);
    await waitingForStandby.close();
    await observer.close();
    await drop();
  },
);

test('on a standby the server is not ready and goes on reading; after promotion it writes by itself', {
  timeout: 60_000,
}, async () => {
  const app: TestApp = await startTestApp(postgres.url, { template: 'template0' });
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const ready = async () => (await app.call(getReadiness)).status;
  expect(await ready()).toBe(200);
  const { rows } = await app.db.queryText('show data_directory');
  await app.db.queryText('checkpoint');
  await postgres.stop();
  await writeFile(join(String(rows[0]?.data_directory), 'standby.signal'), '');
  await postgres.start();
  const readable = async () => (await app.call(getProfile, {}, { token })).status;
  await expect.poll(readable, { timeout: 10_000 }).toBe(200);
  expect(await ready()).toBe(503);
  await app.db.queryText('select pg_promote()');
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  await signInPerson(app, person);
  await app.close();
});
