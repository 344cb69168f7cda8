import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Database } from './database.ts';
import { readTime } from './decode-row.ts';
import { sql } from './sql.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Database;
beforeAll(async () => {
  opened = await openTestDatabase(inject('databaseUrl'), 'template0');
  ({ db } = opened);
});
afterAll(() => opened.remove());

const asDriver = (text: string) => pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text).toISOString();

test.each([
  ['2026-11-15 08:47:33+00', '2026-11-15T08:47:33.000Z'],
  ['2026-11-15 08:47:33.1+00', '2026-11-15T08:47:33.100Z'],
  ['2026-11-15 08:47:33.1239+00', '2026-11-15T08:47:33.123Z'],
  ['2026-11-15 01:17:33.123456+05:30', '2026-11-14T19:47:33.123Z'],
  ['2026-11-15 11:47:33+03', '2026-11-15T08:47:33.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['12026-11-15 08:47:33+00', '+012026-11-15T08:47:33.000Z'],
])('the timestamp %s is parsed as %s, as by the driver', (text, expected) => {
  expect(readTime(text)).toBe(expected);
  expect(asDriver(text)).toBe(expected);
});

test.each(['UTC', 'Europe/Moscow', 'Asia/Kolkata'])(
  'stored timestamps are read unchanged in a session of %s',
  async (zone) => {
    const moment = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    await db.transaction(async (tx) => {
      await tx.query(sql`select set_config('timezone', ${zone}, true)`);
      const property = fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 200 }), async (moments) => {
        const times = moments.map((time) => time.toISOString());
        const rows = await tx.query<{ time: string }>(sql`
        select time from unnest(${times}::timestamptz[]) with ordinality as given (time, place) order by place`);
        expect(rows.map(({ time }) => time)).toEqual(times);
      });
      await fc.assert(property, { numRuns: 20 });
    });
  },
);
