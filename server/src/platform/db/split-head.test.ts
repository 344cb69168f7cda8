import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

let db: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ db, remove } = await openTestDatabase(inject('databaseUrl')));
});
afterAll(() => remove());

test('a head stands apart from the rows that are joined to it', async () => {
  const found = await db.queryWithHead(sql`
    select 'head', n, n * 2 as double from generate_series(1, 2) n order by n`);
  expect(found).toEqual({
    head: 'head',
    rows: [
      { n: 1, double: 2 },
      { n: 2, double: 4 },
    ],
  });
});

test('a head without a match has no rows, and no head has none either', async () => {
  const joined = (has: boolean) => sql`
    select head, r.* from (select 'head' as head where ${has}) h left join (select 1 as a, 2 as b where false) r on true`;
  expect(await db.queryWithHead(joined(true))).toEqual({ head: 'head', rows: [] });
  expect(await db.queryWithHead(joined(false))).toEqual({ head: null, rows: [] });
});
