import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openQueue } from '../../src/platform/jobs/queue.ts';
import { jobKinds } from '../../src/worker.ts';
import { migratedTemplate } from './database.ts';
import { createDatabase, dropDatabase, openPostgres, type Postgres } from './postgres.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openMigratedPostgres();
  project.provide('databaseUrl', postgres.url);
  return postgres.remove;
}

/** Starts one PostgreSQL for all test files with a migrated template database. */
export async function openMigratedPostgres(
  settings?: Record<string, string>,
): Promise<Pick<Postgres, 'url' | 'remove'>> {
  const postgres = await openPostgres(settings);
  await dropDatabase(postgres.url, migratedTemplate);
  const databaseUrl = await createDatabase(postgres.url, migratedTemplate);
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
  await migrate(db);
  await (await openQueue(db, { kinds: jobKinds, isWorker: false, onError: () => {} })).stop();
  await db.close();
  return postgres;
}
