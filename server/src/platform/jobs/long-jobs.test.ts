import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../db/database.ts';
import { transactionWithoutTimeouts, withSignal } from '../db/timeouts.ts';
import { handle, jobKind, longKind, openQueue } from './queue.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
  return () => database.remove();
});

test('long jobs of four kinds that keep a connection each leave connections to short jobs, and all run in the end', async () => {
  const db = await openDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 4, onConnectionLost: () => {} });
  onTestFinished(() => db.close());
  const long = ['one', 'two', 'three', 'four'].map((name) => longKind(name));
  const short = jobKind<object>('letter');
  const queue = await openQueue(db, { kinds: [...long, short], isWorker: true, onError: () => {}, pollMs: 20 });
  onTestFinished(() => queue.stop());
  const gate = Promise.withResolvers<void>();
  const running = new Set<string>();
  const done: string[] = [];
  const keepConnection = (name: string) => () =>
    transactionWithoutTimeouts(db, async (tx) => {
      await tx.queryText('select 1');
      running.add(name);
      await gate.promise;
      done.push(name);
    });
  const sendLetter = async () => {
    await db.queryText('select 1');
    done.push('letter');
  };
  const handlers = [...long.map((kind) => handle(kind, keepConnection(kind.name))), handle(short, sendLetter)];
  await queue.work(handlers);
  const enqueue = (kinds: typeof long) =>
    database.db.transaction(async (tx) => {
      for (const kind of kinds) await queue.enqueue(tx, kind, {});
    });
  await enqueue(long);
  await expect.poll(() => running.size, { timeout: 10_000 }).toBe(2);
  await enqueue(Array.from({ length: 20 }, () => short));
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(20);
  expect(running.size).toBe(2);
  gate.resolve();
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(24);
});

test('a signal cancels the statement of a transaction without timeouts, and its connection serves others', async () => {
  const stop = new AbortController();
  const { db } = database;
  const sleeping = transactionWithoutTimeouts(withSignal(db, stop.signal), (tx) =>
    tx.queryText('select pg_sleep(600) /* the long one */'),
  );
  const isSleeping = async () =>
    (await db.queryText("select from pg_stat_activity where query like '%the long one%' and state = 'active'")).rows
      .length;
  // One is the question itself.
  await expect.poll(isSleeping, { timeout: 10_000 }).toBe(2);
  stop.abort();
  await expect(sleeping).rejects.toThrow('canceling statement due to user request');
  expect(await isSleeping()).toBe(1);
  await expect(withSignal(db, stop.signal).transaction(async () => {})).rejects.toThrow('aborted');
});
