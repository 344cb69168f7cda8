import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { sequenceEvents } from './jobs.ts';
import { readEvents, readLastPosition } from './reads.ts';
import { recordEvent, recordMergedEvent } from './record-event.ts';
import { deleteOldEvents } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
});
afterAll(() => database.remove());

const type = 'balance.changed';

interface Open {
  commit: () => Promise<unknown>;
  rollBack: () => Promise<unknown>;
}

/** A transaction that has written its event and waits for the test to commit it. */
async function openWithEvent(organizationId: string, name: string): Promise<Open> {
  let decide: (isKept: boolean) => void = () => {};
  const decision = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  let isWritten: () => void = () => {};
  const written = new Promise<void>((resolve) => {
    isWritten = resolve;
  });
  const outcome = database.db
    .transaction(async (tx) => {
      recordEvent(tx, { type, organizationId, data: { name } as never });
      tx.beforeCommit(async () => {
        isWritten();
        if (!(await decision)) throw new Error('undone');
        return undefined;
      });
    })
    .catch(() => {});
  await written;
  const end = (isKept: boolean) => () => {
    decide(isKept);
    return outcome;
  };
  return { commit: end(true), rollBack: end(false) };
}

const record = (organizationId: string, name: string) =>
  database.db.transaction(async (tx) => recordEvent(tx, { type, organizationId, data: { name } as never }));

async function namesAfter(position: string, limit = 100): Promise<{ names: string[]; position: string }> {
  await sequenceEvents(database.db);
  const page = await readEvents(database.db, { after: position, types: [], limit });
  return { names: page.rows.map(({ data }) => (data as { name: string }).name), position: page.position };
}

const here = async () => {
  await sequenceEvents(database.db);
  return readLastPosition(database.db);
};

test('a reader of events that has passed a committed one still gets one written before and committed later', async () => {
  const start = await here();
  const slow = await openWithEvent(randomUUID(), 'first written');
  await record(randomUUID(), 'second written');
  const early = await namesAfter(start);
  expect(early.names).toEqual(['second written']);
  await slow.commit();
  expect((await namesAfter(early.position)).names).toEqual(['first written']);
  expect((await namesAfter(start)).names).toEqual(['second written', 'first written']);
});

test('transactions of one organization that end in the opposite order of their start are read in order of commit', async () => {
  const start = await here();
  const organizationId = randomUUID();
  const begun: string[] = [];
  let endFirst: () => void = () => {};
  const slowWork = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const first = database.db.transaction(async (tx) => {
    recordEvent(tx, { type, organizationId, data: { name: 'began first' } as never });
    begun.push('first');
    await slowWork;
  });
  await expect.poll(() => begun).toEqual(['first']);
  await record(organizationId, 'committed first');
  endFirst();
  await first;
  expect((await namesAfter(start)).names).toEqual(['committed first', 'began first']);
});

test('an event of an organization waits for the open transaction that has written one before', async () => {
  const start = await here();
  const organizationId = randomUUID();
  const open = await openWithEvent(organizationId, 'open');
  let isDone = false;
  const later = record(organizationId, 'later').then(() => {
    isDone = true;
  });
  await record(randomUUID(), 'of another organization');
  expect(isDone).toBe(false);
  await open.commit();
  await later;
  expect((await namesAfter(start)).names).toEqual(['open', 'of another organization', 'later']);
});

test('an event of a transaction that rolls back is never read', async () => {
  const start = await here();
  const open = await openWithEvent(randomUUID(), 'undone');
  await open.rollBack();
  await record(randomUUID(), 'kept');
  expect((await namesAfter(start)).names).toEqual(['kept']);
});

test('two transactions with events of the same organizations in opposite order do not deadlock', async () => {
  const start = await here();
  const [one, two] = [randomUUID(), randomUUID()];
  const both = (organizations: string[]) =>
    database.db.transaction(async (tx) => {
      for (const organizationId of organizations)
        recordEvent(tx, { type, organizationId, data: { name: 'both' } as never });
    });
  await Promise.all(Array.from({ length: 20 }, (_, index) => both(index % 2 ? [one, two] : [two, one])));
  expect((await namesAfter(start)).names).toHaveLength(40);
});

test('merged events of one transaction are one event with the data of all', async () => {
  const start = await here();
  const organizationId = randomUUID();
  await database.db.transaction(async (tx) => {
    for (const name of ['a', 'b'])
      recordMergedEvent(tx, { type, organizationId }, (earlier) => {
        const { name: before = '' } = (earlier ?? {}) as { name?: string };
        return { name: before + name } as never;
      });
    recordMergedEvent(tx, { type, organizationId: randomUUID() }, () => ({ name: 'other' }) as never);
  });
  expect((await namesAfter(start)).names).toEqual(['ab', 'other']);
});

test('concurrent writers and readers by cursor see every event once, and each organization in order of commit', async () => {
  const organizations = Array.from({ length: 3 }, () => randomUUID());
  const step = fc.record({ organization: fc.nat(2), others: fc.array(fc.nat(2), { maxLength: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const start = await here();
      const writers = steps.map(({ organization, others }) =>
        database.db.transaction(async (tx) => {
          for (const index of [organization, ...others]) {
            const organizationId = organizations[index] as string;
            recordEvent(tx, { type, organizationId, data: {} as never });
          }
          // Between the writing of the event and the commit.
          tx.beforeCommit(async () => {
            await tx.queryText('select pg_sleep(random() * 0.01)');
            return undefined;
          });
        }),
      );
      const seen: { id: string; organizationId: string }[] = [];
      let isWriting = true;
      const read = async () => {
        let after = start;
        for (;;) {
          const isLast = !isWriting;
          await sequenceEvents(database.db);
          const page = await readEvents(database.db, { after, types: [], limit: 7 });
          after = page.position;
          for (const { id, organizationId } of page.rows) seen.push({ id, organizationId });
          if (isLast && page.rows.length === 0) return;
        }
      };
      const reading = read();
      await Promise.all(writers);
      isWriting = false;
      await reading;
      const { rows } = await database.db.queryText('select id from events where position > $1', [start]);
      expect(seen).toHaveLength(rows.length);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(rows.length);
      // Numbers are drawn before the commit: only the lock makes their order that of the commits, which a reader sees.
      for (const organizationId of organizations) {
        const bySeq = await database.db.queryText(
          'select id from events where organization_id = $1 and position > $2 order by seq',
          [organizationId, start],
        );
        const read = seen.filter((event) => event.organizationId === organizationId).map(({ id }) => id);
        expect(read).toEqual(bySeq.rows.map(({ id }) => id));
      }
    }),
    { numRuns: 10 },
  );
});

test('a page of a rare type ends after a bounded number of events and goes on from there', async () => {
  const start = await here();
  await database.db.queryText(
    `insert into events (id, organization_id, type, body)
     select gen_random_uuid(), gen_random_uuid(), case n when 6000 then 'balance.low' else 'balance.changed' end, '{}'
     from generate_series(1, 6001) n`,
  );
  await sequenceEvents(database.db);
  const ask = (after: string) => readEvents(database.db, { after, types: ['balance.low'], limit: 10 });
  const first = await ask(start);
  expect(first).toMatchObject({ rows: [], hasMore: true });
  const second = await ask(first.position);
  expect(second).toMatchObject({ rows: [{ type: 'balance.low' }], hasMore: false });
  expect(second.position).toBe(await readLastPosition(database.db));
});

test('events are deleted after thirty days, and positions never start again', async () => {
  await record(randomUUID(), 'old');
  const before = await here();
  await database.db.queryText("update events set created_at = now() - interval '31 days'");
  await record(randomUUID(), 'new');
  await sequenceEvents(database.db);
  while (await deleteOldEvents(database.db, 30));
  const { rows } = await database.db.queryText("select body ->> 'name' as name from events");
  expect(rows).toEqual([{ name: 'new' }]);
  await database.db.queryText('delete from events');
  await record(randomUUID(), 'newer');
  expect((await namesAfter(before)).names).toEqual(['newer']);
});
