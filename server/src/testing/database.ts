import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/database.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestDatabase {
  db: Database;
  /** Another pool on the same database, as another process would have. PostgreSQL only. */
  openAgain: () => Promise<Database>;
  remove: () => Promise<void>;
}

const options = { poolSize: 20, onConnectionLost: () => {} };

/** A database of its own: in the PostgreSQL at `adminUrl`, or, without one, embedded in a temporary directory. */
export async function openTestDatabase(adminUrl?: string): Promise<TestDatabase> {
  if (!adminUrl) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kazna-data-'));
    const db = await openDatabase({ ...options, dataDir });
    return {
      db,
      openAgain: () => Promise.reject(new Error('the embedded database serves one process')),
      remove: async () => {
        await db.close();
        await rm(dataDir, { recursive: true });
      },
    };
  }
  const { url, drop } = await createTestDatabase(adminUrl);
  const openAgain = () => openDatabase({ ...options, databaseUrl: url, dataDir: '' });
  const db = await openAgain();
  return {
    db,
    openAgain,
    remove: async () => {
      await db.close();
      await drop();
    },
  };
}
