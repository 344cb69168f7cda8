import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { copyEmbeddedCluster } from './embedded-cluster.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestDatabase {
  db: Database;
  /** Undefined for an embedded database. */
  url: string | undefined;
  /** Another pool on the same database. PostgreSQL only. */
  openAgain: () => Promise<Database>;
  remove: () => Promise<void>;
}

/** Copying the template is much cheaper than migrating again. */
export const migratedTemplate = 'kazna_migrated';

const options = { poolSize: 20, onConnectionLost: () => {} };

/**
 * Opens a database at `adminUrl`, empty or a copy of `template`. Without a URL it is embedded in a temporary directory.
 */
export async function openTestDatabase(adminUrl?: string, template?: string): Promise<TestDatabase> {
  if (!adminUrl) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kazna-data-'));
    await copyEmbeddedCluster(dataDir, template === migratedTemplate ? 'migrated' : 'empty');
    const db = await openDatabase({ ...options, dataDir });
    return {
      db,
      url: undefined,
      openAgain: () => Promise.reject(new Error('the embedded database serves one process')),
      remove: async () => {
        await db.close();
        await rm(dataDir, { recursive: true });
      },
    };
  }
  const { url, drop } = await createTestDatabase(adminUrl, template);
  const openAgain = () => openDatabase({ ...options, databaseUrl: url, dataDir: '' });
  const db = await openAgain();
  return {
    db,
    url,
    openAgain,
    remove: async () => {
      await db.close();
      await drop();
    },
  };
}
