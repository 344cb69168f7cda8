import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { dumpSchema } from './dump-schema.ts';
import { migrate } from './migrate.ts';

const migrations = (await readdir(join(import.meta.dirname, 'migrations'))).sort();

async function openEmpty(databaseUrl?: string) {
  const empty = await openTestDatabase(databaseUrl);
  onTestFinished(empty.remove);
  return empty;
}

test('8 concurrent migrations of one empty database succeed, each applied once', async () => {
  const { openAgain } = await openEmpty(inject('databaseUrl'));
  const pools = await Promise.all(Array.from({ length: 8 }, openAgain));
  try {
    const applied = await Promise.all(pools.map(migrate));
    expect(applied.flat().sort()).toEqual(migrations);
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
});

describe.each([
  ['PostgreSQL', inject('databaseUrl')],
  ['PGlite', undefined],
])('on %s', { timeout: 90_000 }, (_kind, databaseUrl) => {
  test('the migrations add up to schema.sql, and a second run applies nothing', async () => {
    const { db } = await openEmpty(databaseUrl);
    expect(await migrate(db)).toEqual(migrations);
    expect(await migrate(db)).toEqual([]);
    const { rows } = await db.queryText('select name from migrations order by name');
    expect(rows.map(({ name }) => name)).toEqual(migrations);
    expect(await dumpSchema(db)).toBe(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'));
  });
});

test('no two migrations share a number', () => {
  const numbers = migrations.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});
