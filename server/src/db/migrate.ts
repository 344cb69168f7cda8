import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queries } from './database.ts';

const directory = join(import.meta.dirname, 'migrations');
// Any fixed number: all processes of the product must agree on it, and nothing else uses advisory locks of this key.
const migrationLock = 4_815_162_342;

/** Applies what is missing, in order, all in one transaction. Processes that start together wait for each other. */
export async function migrate(db: Database): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return db.transaction(async (tx) => {
    await tx.queryText('select pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.queryText(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const applied = await appliedNames(tx);
    const missing = names.filter((name) => !applied.has(name));
    for (const name of missing) {
      await tx.queryText(await readFile(join(directory, name), 'utf8'));
      await tx.queryText('insert into migrations (name) values ($1)', [name]);
    }
    return missing;
  });
}

async function appliedNames(tx: Queries): Promise<Set<string>> {
  const { rows } = await tx.queryText('select name from migrations');
  return new Set(rows.map((row) => String(row.name)));
}
