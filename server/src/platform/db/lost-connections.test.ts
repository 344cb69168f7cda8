import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../../../tests/support/cutting-proxy.ts';
import { createTestDatabase } from '../../../tests/support/postgres.ts';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseUnavailable, OutcomeUnknown } from './errors.ts';
import { listenOn } from './listen.ts';
import { sql } from './sql.ts';

const timeouts = { statement: 200, lock: 200, idleInTransaction: 10_000, clientMargin: 100 };

let database: { url: string; drop: () => Promise<void> };
let proxy: CuttingProxy;
let db: Database;
/** Not through the proxy. */
let observer: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  proxy = await startCuttingProxy(database.url);
  const options = { dataDir: '', poolSize: 2, onConnectionLost: () => {} };
  db = await openDatabase({ ...options, databaseUrl: proxy.url, timeouts });
  observer = await openDatabase({ ...options, databaseUrl: database.url });
  await observer.queryText('create table notes (text text)');
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await observer.close();
  await database.drop();
});
beforeEach(() => observer.queryText('truncate notes'));

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const insert = (text: string) => db.transaction((tx) => tx.query(sql`insert into notes values (${text})`));
const notes = async () => (await observer.queryText('select text from notes')).rows.map(({ text }) => text);

test.each([
  ['has reached the server', true, ['kept']],
  ['never reached the server', false, []],
])('a connection cut at a commit that %s leaves the outcome unknown', async (_what, isForwarded, expected) => {
  proxy.cutOnce({ on: 'commit', isForwarded });
  expect(await failureOf(insert('kept'))).toBeInstanceOf(OutcomeUnknown);
  expect(proxy.isCut()).toBe(true);
  expect(await notes()).toEqual(expected);
  await insert('next');
});

test('a last statement that goes out with the commit leaves the outcome unknown when the connection is cut', async () => {
  proxy.cutOnce({ on: 'commit', isForwarded: true });
  const work = db.transaction(async (tx) => tx.beforeCommit(async () => sql`insert into notes values ('last')`));
  expect(await failureOf(work)).toBeInstanceOf(OutcomeUnknown);
  expect(await notes()).toEqual(['last']);
});

test('a connection cut before the commit is a plain failure, and nothing was written', async () => {
  proxy.cutOnce({ on: 'insert into notes', isForwarded: true });
  const failure = await failureOf(db.transaction((tx) => tx.queryText("insert into notes values ('lost')")));
  expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  expect(failure).toSatisfy(isDatabaseUnavailable);
  expect(await notes()).toEqual([]);
});

test('a read whose connection is cut is repeated on another one', async () => {
  proxy.cutOnce({ on: 'select 7 as seven', isForwarded: true });
  expect((await db.queryText('select 7 as seven')).rows).toEqual([{ seven: 7 }]);
  expect(proxy.isCut()).toBe(true);
});

test('a write outside a transaction is never repeated: a cut connection leaves its outcome unknown', async () => {
  proxy.cutOnce({ on: 'insert into notes', isForwarded: true });
  expect(await failureOf(db.queryText("insert into notes values ('once')"))).toBeInstanceOf(OutcomeUnknown);
  expect(await notes()).toEqual(['once']);
});

test('a transaction begins on another connection when the pooled one is dead', async () => {
  proxy.cutOnce({ on: 'begin', isForwarded: false });
  await insert('kept');
  expect(proxy.isCut()).toBe(true);
  expect(await notes()).toEqual(['kept']);
});

test('a database that stops answering ends each call, and connections to it are not used again', async () => {
  await insert('before');
  proxy.freeze();
  expect(await failureOf(db.queryText('select 1'))).toSatisfy(isDatabaseUnavailable);
  proxy.thaw();
  await insert('after');
  expect(await notes()).toEqual(['before', 'after']);
});

test('a database that stops answering at the commit leaves the outcome unknown', async () => {
  const work = db.transaction(async (tx) => {
    await tx.queryText("insert into notes values ('unanswered')");
    proxy.freeze();
  });
  expect(await failureOf(work)).toBeInstanceOf(OutcomeUnknown);
  proxy.thaw();
  expect(await failureOf(insert('after'))).toBeNull();
});

test('a listener notices a hanging database by its heartbeat, listens again and reports the gap', async () => {
  const heard: string[] = [];
  let gaps = 0;
  const handlers = {
    onMessage: (payload: string) => heard.push(payload),
    onLost: () => {},
    onGap: () => {
      gaps += 1;
    },
  };
  // A busy machine takes a good part of a second to connect.
  const times = { reconnectMs: 20, heartbeatMs: 20, timeoutMs: 1000 };
  const stop = await listenOn(proxy.url, 'changes', handlers, times);
  await observer.queryText("select pg_notify('changes', 'first')");
  await expect.poll(() => heard).toEqual(['first']);
  proxy.freeze();
  // Other test files listen in other databases of the same server.
  const ours = "application_name = 'kazna live' and datname = current_database()";
  const backends = async () => (await observer.queryText(`select from pg_stat_activity where ${ours}`)).rows;
  await expect.poll(backends, { timeout: 10_000 }).toEqual([]);
  proxy.thaw();
  await expect.poll(() => gaps, { timeout: 10_000 }).toBeGreaterThan(0);
  await observer.queryText("select pg_notify('changes', 'second')");
  await expect.poll(() => heard).toEqual(['first', 'second']);
  await stop();
});
