import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { handle, jobKind, openQueue, type Queue } from './queue.ts';

const kind = jobKind<{ name: string }>('greeting');
let database: TestDatabase;
let queue: Queue;
const done: string[] = [];
let letGo: () => void = () => {};
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'));
  queue = await openQueue(database.db, { kinds: [kind], isWorker: true, onError: () => {} });
  const stuck = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await queue.work([
    handle(kind, async ({ name }) => {
      if (name.startsWith('slow')) await stuck;
      if (name === 'broken') throw new Error('broken');
      done.push(name);
    }),
  ]);
});
afterAll(async () => {
  letGo();
  await queue.stop();
  await database.remove();
});

const add = (...names: string[]) =>
  database.db.transaction(async (tx) => {
    for (const name of names) await queue.enqueue(tx, kind, { name });
  });
const until = async (isTrue: () => Promise<boolean> | boolean) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const stateOf = async (name: string) => {
  const { rows } = await database.db.queryText("select state from pgboss.job where data->>'name' = $1", [name]);
  return rows[0]?.state;
};

test('a hanging job delays no other of its kind', async () => {
  await add('slow', 'quick');
  await until(() => done.includes('quick'));
  await until(async () => (await stateOf('quick')) === 'completed');
  expect(await stateOf('slow')).toBe('active');
  await add('later');
  await until(() => done.includes('later'));
  expect(await stateOf('slow')).toBe('active');
});

test('with nine jobs hanging, thirty others run in the remaining slot', async () => {
  const others = Array.from({ length: 30 }, (_, index) => `other ${index}`);
  await add(...Array.from({ length: 8 }, (_, index) => `slow ${index}`), ...others);
  await until(() => others.every((name) => done.includes(name)));
  expect(done.some((name) => name.startsWith('slow'))).toBe(false);
});

test('a failed job waits for its retry', async () => {
  await add('broken');
  await until(async () => (await stateOf('broken')) === 'retry');
});

test('hanging jobs that end at last are completed', async () => {
  letGo();
  await until(async () => (await stateOf('slow')) === 'completed' && (await stateOf('slow 7')) === 'completed');
});
