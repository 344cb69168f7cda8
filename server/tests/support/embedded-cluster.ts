import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { DirectoryInUse, lockDirectory } from '../../src/platform/db/directory-lock.ts';
import { migrate } from '../../src/platform/db/migrate.ts';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache/pglite');
const migrations = join(root, 'server/src/platform/db/migrations');
const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };

/** PGlite takes seven seconds of a processor to create a cluster and two to migrate it, so both are done once. */
export async function copyEmbeddedCluster(dataDir: string, kind: 'empty' | 'migrated'): Promise<void> {
  const prepared = kind === 'migrated' ? await migratedCluster() : await emptyCluster();
  await cp(prepared, join(dataDir, 'database'), { recursive: true });
}

/** Fills a data directory. */
type Fill = (dataDir: string) => Promise<void>;

const emptyCluster = () => prepare(version, (dataDir) => withDatabase(dataDir, async () => {}));

async function migratedCluster(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(join(migrations, name)));
  const empty = await emptyCluster();
  return prepare(`${version}-${hash.digest('hex').slice(0, 16)}`, async (dataDir) => {
    await cp(empty, join(dataDir, 'database'), { recursive: true });
    await withDatabase(dataDir, migrate);
  });
}

async function withDatabase(dataDir: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ dataDir, poolSize: 1, onConnectionLost: () => {} });
  await work(db);
  await db.close();
}

/** Only one process builds what is missing; the others wait for it. */
async function prepare(name: string, fill: Fill): Promise<string> {
  const prepared = join(cache, name);
  await mkdir(cache, { recursive: true });
  while (!existsSync(prepared)) {
    const unlock = await lockDirectory(cache).catch(ifInUse);
    if (!unlock) await delay(100);
    else await build(prepared, fill).finally(unlock);
  }
  return prepared;
}

function ifInUse(error: unknown): undefined {
  if (!(error instanceof DirectoryInUse)) throw error;
}

async function build(prepared: string, fill: Fill): Promise<void> {
  if (existsSync(prepared)) return;
  const fresh = await mkdtemp(join(cache, 'new-'));
  await fill(fresh);
  await rename(join(fresh, 'database'), prepared);
  await rm(fresh, { recursive: true });
}
