import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { handle, jobKind, openQueue } from './queue.ts';

const errand = jobKind<{ name: string }>('errand');
const rarity = jobKind<{ name: string }>('rarity');

test('a worker fetches only the kinds of jobs that have one to run', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  onTestFinished(remove);
  const fetches: string[] = [];
  const recording: typeof db = {
    ...db,
    queryText: (text, values) => {
      // Not pg-boss's maintenance, which names all kinds.
      if (/skip locked/i.test(text) && /started_on =/i.test(text)) fetches.push(`${text} ${values}`);
      return db.queryText(text, values);
    },
  };
  const queue = await openQueue(recording, { kinds: [errand, rarity], isWorker: true, onError: () => {}, pollMs: 10 });
  onTestFinished(() => queue.stop());
  const done: string[] = [];
  const run = async ({ name }: { name: string }) => void done.push(name);
  await queue.work([handle(errand, run), handle(rarity, run)]);
  for (const name of ['first', 'second']) {
    await db.transaction((tx) => queue.enqueue(tx, errand, { name }));
    await expect.poll(() => done).toContain(name);
  }
  expect(fetches.filter((text) => text.includes('errand')).length).toBeGreaterThanOrEqual(2);
  expect(fetches.filter((text) => text.includes('rarity'))).toEqual([]);

  await db.transaction((tx) => queue.enqueue(tx, rarity, { name: 'third' }));
  await expect.poll(() => done).toContain('third');
});
