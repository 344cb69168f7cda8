import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queries } from './database.ts';
import { transactionWithoutTimeouts } from './timeouts.ts';

const directory = join(import.meta.dirname, 'migrations');
// The key of the advisory lock that serializes migrations of all processes.
const migrationLock = 4_815_162_342;

export class NotMigrated extends Error {
  constructor(missing: number) {
    super(`The database lacks ${missing} migrations of this version: run \`node server/src/main.mjs migrate\` first.`);
  }
}

/** Applies missing migrations in order, in one transaction, under an advisory lock. */
export async function migrate(db: Database): Promise<string[]> {
  const names = await knownNames();
  return transactionWithoutTimeouts(db, async (tx) => {
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

/** Serializes start-up work of several processes. PGlite serves one process over one connection and needs no lock. */
export async function withMigrationLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.kind === 'pglite') return work();
  return transactionWithoutTimeouts(db, async (tx) => {
    await tx.queryText('select pg_advisory_xact_lock($1)', [migrationLock]);
    return work();
  });
}

export async function requireMigrated(db: Database): Promise<void> {
  const { rows } = await db.queryText("select to_regclass('migrations') is not null as exists");
  const applied = rows[0]?.exists ? await appliedNames(db) : new Set();
  const missing = (await knownNames()).filter((name) => !applied.has(name));
  if (missing.length > 0) throw new NotMigrated(missing.length);
}

async function knownNames(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
}

async function appliedNames(db: Queries): Promise<Set<string>> {
  const { rows } = await db.queryText('select name from migrations');
  return new Set(rows.map((row) => String(row.name)));
}
