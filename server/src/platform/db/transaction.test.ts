import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { jobKind, openQueue, type Queue } from '../jobs/queue.ts';

const errand = jobKind<{ name: string }>('errand');

describe.each([
  ['PostgreSQL', inject('databaseUrl')],
  ['PGlite', undefined],
])('on %s', { timeout: 90_000 }, (_kind, databaseUrl) => {
  let database: TestDatabase;
  let queue: Queue;
  beforeAll(async () => {
    database = await openTestDatabase(databaseUrl);
    await database.db.queryText('create table notes (text text)');
    queue = await openQueue(database.db, { kinds: [errand], isWorker: false, onError: () => {} });
  }, 90_000);
  afterAll(async () => {
    await queue.stop();
    await database.remove();
  });

  const kept = async (name: string) => {
    const notes = await database.db.queryText('select from notes where text = $1', [name]);
    const jobs = await database.db.queryText("select from pgboss.job where data->>'name' = $1", [name]);
    return { notes: notes.rows.length, jobs: jobs.rows.length };
  };
  const write = (name: string, end: () => void) =>
    database.db.transaction(async (tx) => {
      await tx.queryText('insert into notes values ($1)', [name]);
      await queue.enqueue(tx, errand, { name });
      end();
      return name;
    });

  test('a committed transaction keeps its rows and its job, and answers the result', async () => {
    expect(await write('kept', () => {})).toBe('kept');
    expect(await kept('kept')).toEqual({ notes: 1, jobs: 1 });
  });

  test('a transaction that throws keeps neither rows nor job, and throws on', async () => {
    const fail = () => {
      throw new Error('changed my mind');
    };
    await expect(write('lost', fail)).rejects.toThrow('changed my mind');
    expect(await kept('lost')).toEqual({ notes: 0, jobs: 0 });
  });

  test('a failed statement undoes the transaction and leaves the connection usable', async () => {
    const broken = database.db.transaction(async (tx) => {
      await tx.queryText('insert into notes values ($1)', ['broken']);
      await tx.queryText('select * from no_such_table');
    });
    await expect(broken).rejects.toThrow('no_such_table');
    expect(await kept('broken')).toEqual({ notes: 0, jobs: 0 });
    expect(await write('after', () => {})).toBe('after');
  });

  test('a transaction that swallows the failure of a statement is rejected: its commit has rolled back', async () => {
    const swallowing = database.db.transaction(async (tx) => {
      await tx.queryText('insert into notes values ($1)', ['swallowed']);
      await tx.queryText('select * from no_such_table').catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await kept('swallowed')).toEqual({ notes: 0, jobs: 0 });
  });

  test('statements sent together are all kept, in the order they were started', async () => {
    const names = ['together 1', 'together 2', 'together 3'];
    const counts = await database.db.transaction((tx) =>
      tx.together(() =>
        Promise.all(
          names.map(async (name) => {
            await tx.queryText('insert into notes values ($1)', [name]);
            return (await tx.queryText("select from notes where text like 'together%'")).rows.length;
          }),
        ),
      ),
    );
    expect(counts.toSorted()).toEqual(counts);
    for (const name of names) expect(await kept(name)).toMatchObject({ notes: 1 });
  });

  test('of statements sent together none is kept when one fails or the work throws', async () => {
    const attempt = (end: (insert: Promise<unknown>) => Promise<unknown>[]) =>
      database.db.transaction(async (tx) => {
        await tx.together(async () =>
          Promise.all([
            queue.enqueue(tx, errand, { name: 'undone' }),
            ...end(tx.queryText('insert into notes values ($1)', ['undone'])),
            tx.queryText('select * from no_such_table'),
          ]),
        );
      });
    await expect(attempt((insert) => [insert])).rejects.toThrow('no_such_table');
    await expect(attempt((insert) => [insert, Promise.reject(new Error('refused'))])).rejects.toThrow('refused');
    expect(await kept('undone')).toEqual({ notes: 0, jobs: 0 });
    expect(await write('after together', () => {})).toBe('after together');
  });

  test('notifications of a transaction come once each, after its commit, and never of one that was rolled back', async () => {
    const heard: string[] = [];
    const seen: Promise<unknown>[] = [];
    const stop = await database.db.listen(
      'news',
      (payload) => {
        heard.push(payload);
        seen.push(kept(payload));
      },
      () => {},
    );
    const notify = (name: string, end: () => void) =>
      database.db.transaction(async (tx) => {
        tx.notifyAfterCommit('news', name);
        await tx.queryText('insert into notes values ($1)', [name]);
        tx.notifyAfterCommit('news', name);
        end();
      });
    const fail = () => {
      throw new Error('changed my mind');
    };
    await expect(notify('unsaid', fail)).rejects.toThrow('changed my mind');
    await notify('said', () => {});
    await notify('last', () => {});
    await expect.poll(() => heard).toContain('last');
    expect(heard).toEqual(['said', 'last']);
    expect(await Promise.all(seen)).toEqual([
      { notes: 1, jobs: 0 },
      { notes: 1, jobs: 0 },
    ]);
    await stop();
  });
});
