import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { newKey } from '../../../server/tests/support/keys.ts';
import { createTestDatabase, freePort, type Postgres } from '../../../server/tests/support/postgres.ts';
import type { Sides } from '../lean/compare.ts';
import { chargeTables } from '../lean/statements.ts';
import { productEnvironment } from '../lean/testbed.ts';
import { signToken } from '../lean/tokens.ts';
import { fillLedger, mostlyTheLast } from '../ledger/fill.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import type { Target } from './load.ts';

export interface Runner extends Target {
  process: NodeProcess;
}

export interface Testbed extends Sides<Runner> {
  databaseUrl: string;
  end: () => Promise<void>;
}

/** The product and the lean server on one database with 1 million transfers, nearly all of one organization. */
export async function openTestbed(postgres: Pick<Postgres, 'url' | 'pid'>): Promise<Testbed> {
  const { url: databaseUrl, drop } = await createTestDatabase(postgres.url);
  const key = await fill(databaseUrl);
  const tokenKey = randomUUID();
  const exp = Math.floor(Date.now() / 1000) + 24 * 3600;
  const leanToken = signToken(tokenKey, { sub: randomUUID(), sid: '', org: '', exp });
  const processes: NodeProcess[] = [];
  const run = async (script: string, path: string, key: string, env: Record<string, string>): Promise<Runner> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const process = startNode(script, { ...env, PORT: String(port), PUBLIC_URL: url }, ['serve']);
    processes.push(process);
    await untilAnswers(url + path, process);
    return { url, key, process };
  };
  const env = { ...productEnvironment(databaseUrl, 'http://127.0.0.1:9'), API_RATE_LIMIT: '1000000' };
  return {
    product: await run('server/src/main.mjs', '/api/health/ready', key, env),
    lean: await run('bench/src/lean/server.ts', '/health', leanToken, {
      DATABASE_URL: databaseUrl,
      TOKEN_KEY: tokenKey,
    }),
    postmaster: postgres.pid() as number,
    databaseUrl,
    end: async () => {
      for (const process of processes) await process.end('SIGKILL');
      await drop();
    },
  };
}

/** Returns a key of the operator API. */
async function fill(databaseUrl: string): Promise<string> {
  const timeouts = { statement: 0, lock: 0, idleInTransaction: 0, clientMargin: 0 };
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {}, timeouts });
  await fillLedger(db, mostlyTheLast);
  const { key } = await newKey({ db });
  await db.close();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(chargeTables);
  await client.end();
  return key;
}
