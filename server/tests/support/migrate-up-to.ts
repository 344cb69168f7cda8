import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/platform/db/database.ts';

const directory = join(import.meta.dirname, '../../src/platform/db/migrations');

/** Applies the migrations before `last`, to fill a database of an older version. */
export async function migrateUpTo(db: Database, last: string): Promise<void> {
  await db.queryText(
    'create table if not exists migrations (name text primary key, applied_at timestamptz default now())',
  );
  const { rows } = await db.queryText('select name from migrations');
  const applied = new Set(rows.map(({ name }) => name));
  for (const name of (await readdir(directory)).sort()) {
    if (applied.has(name) || name.localeCompare(last) >= 0) continue;
    await db.queryText(await readFile(join(directory, name), 'utf8'));
    await db.queryText('insert into migrations (name) values ($1)', [name]);
  }
}
