import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { jobKind, openQueue, type Queue } from '../jobs/queue.ts';
import type { Transaction } from './database.ts';
import { sql } from './sql.ts';
import { OpenTransaction } from './transaction.ts';

const errand = jobKind<{ name: string }>('errand');

describe.each([
  ['PostgreSQL', inject('databaseUrl')],
  ['PGlite', undefined],
])('on %s', { timeout: 90_000 }, (_kind, databaseUrl) => {
  let database: TestDatabase;
  let queue: Queue;
  beforeAll(async () => {
    database = await openTestDatabase(databaseUrl, 'template0');
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

  test('a committed transaction keeps its rows and its job, and returns the result', async () => {
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

  test('statements of one packet are all kept, in the order they were started', async () => {
    const names = ['together 1', 'together 2', 'together 3'];
    const counts = await database.db.transaction((tx) =>
      tx.pipeline(() =>
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

  test('of statements of one packet none is kept when one fails or the work throws', async () => {
    const attempt = (end: (insert: Promise<unknown>) => Promise<unknown>[]) =>
      database.db.transaction(async (tx) => {
        await tx.pipeline(async () =>
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

  test('statements sent together with the commit are kept and return their rows, and no other may follow', async () => {
    const insert = (name: string) => sql`insert into notes values (${name}) returning text`;
    const end = (tx: Transaction, names: string[]) =>
      tx.commitTogether(() => Promise.all(names.map((name) => tx.query(insert(name)))));
    const rows = await database.db.transaction((tx) => end(tx, ['last 1', 'last 2']));
    expect(rows).toEqual([[{ text: 'last 1' }], [{ text: 'last 2' }]]);
    const after = database.db.transaction(async (tx) => {
      await end(tx, ['last 3']);
      await tx.query(insert('after the last'));
    });
    await expect(after).rejects.toThrow('the transaction is over');
    for (const name of ['last 1', 'last 2', 'last 3']) expect(await kept(name)).toMatchObject({ notes: 1 });
    expect(await kept('after the last')).toMatchObject({ notes: 0 });
  });

  test('of statements sent together with the commit none is kept when one fails, even if the failure is swallowed', async () => {
    const fail = (isSwallowed: boolean) =>
      database.db.transaction((tx) => {
        const work = tx.commitTogether(() =>
          Promise.all([tx.query(sql`insert into notes values ('not last')`), tx.query(sql`select 1 / ${0}::int`)]),
        );
        return isSwallowed ? work.catch(() => 'swallowed') : work;
      });
    await expect(fail(false)).rejects.toThrow('division by zero');
    await expect(fail(true)).rejects.toThrow('the transaction is over');
    expect(await kept('not last')).toMatchObject({ notes: 0 });
    expect(await write('after a failed end', () => {})).toBe('after a failed end');
  });

  test('statements left for the commit are kept with it, and undo the transaction when one fails', async () => {
    const insert = (name: string) => sql`insert into notes values (${name})`;
    await database.db.transaction(async (tx) => {
      tx.queryAtCommit(insert('at commit'));
      await tx.query(insert('before commit'));
    });
    for (const name of ['at commit', 'before commit']) expect(await kept(name)).toMatchObject({ notes: 1 });
    const failing = database.db.transaction(async (tx) => {
      await tx.query(insert('undone before'));
      tx.queryAtCommit(insert('undone at commit'));
      tx.queryAtCommit(sql`select 1 / (length(${'x'}::text) - 1)`);
    });
    await expect(failing).rejects.toThrow('division by zero');
    for (const name of ['undone before', 'undone at commit']) expect(await kept(name)).toMatchObject({ notes: 0 });
  });

  test('a statement that is started after the end of its transaction is refused and not run', async () => {
    const open: Transaction[] = [];
    await database.db.transaction(async (tx) => open.push(tx));
    await database.db
      .transaction(async (tx) => {
        open.push(tx);
        await tx.query(sql`select 1`);
        throw new Error('changed my mind');
      })
      .catch(() => {});
    for (const tx of open) {
      await expect(tx.query(sql`insert into notes values ('late')`)).rejects.toThrow('is over');
      await expect(tx.queryText("insert into notes values ('late')")).rejects.toThrow('is over');
    }
    expect(await kept('late')).toMatchObject({ notes: 0 });
  });

  test('notifications of a transaction come once each, after its commit, and never of one that was rolled back', async () => {
    const heard: string[] = [];
    const seen: Promise<unknown>[] = [];
    const stop = await database.db.listen(
      'changes',
      (payload) => {
        heard.push(payload);
        seen.push(kept(payload));
      },
      () => {},
    );
    const notify = (name: string, end: () => void) =>
      database.db.transaction(async (tx) => {
        tx.notifyAfterCommit('changes', name);
        await tx.queryText('insert into notes values ($1)', [name]);
        tx.notifyAfterCommit('changes', name);
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

test('of a transaction whose beginning fails no statement is run, prepared or not', async () => {
  const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1, pipeline: true });
  const client = await pool.connect();
  try {
    await client.query('create temporary table attempts (text text)');
    const insert = { name: 'insert', text: 'insert into attempts values ($1)', values: ['outside'] };
    // What begins a transaction on this connection fails from now on.
    await client.query({ name: 'begin', text: 'select 1 / (random() * 0)::int' }).catch(() => {});
    for (const isPrepared of [false, true]) {
      const open = new OpenTransaction(client, () => Promise.resolve(client), undefined);
      const attempts = [open.run(insert), open.run(insert), open.runPlain((one) => one.query(insert))];
      for (const attempt of await Promise.allSettled(attempts))
        expect(attempt).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
      await open.rollback();
      expect((await client.query('select * from attempts')).rows).toEqual([]);
      if (!isPrepared) await client.query({ ...insert, values: [''] }).then(() => client.query('truncate attempts'));
    }
  } finally {
    client.release(true);
    await pool.end();
  }
});

test('a transaction begins in the packet of its first statement and ends in that of its last', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  const run = (length: number) =>
    db.transaction(async (tx) => {
      for (let at = 0; at < length; at += 1) await tx.query(sql`select ${at}::int`);
      tx.queryAtCommit(sql`select ${length}::int + 1`);
    });
  const sent = async () => {
    const write = vi.spyOn(Socket.prototype, '_write');
    await run(2);
    const count = write.mock.calls.length;
    write.mockRestore();
    return count;
  };
  await run(1);
  expect(await sent()).toBe(3);
  await remove();
});
