import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, freePort } from '../../../server/tests/support/postgres.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';

export interface Site {
  url: string;
  databaseUrl: string;
  process: NodeProcess;
  end: () => Promise<void>;
}

/** One process in production mode, where responses are not validated, with its own sandbox and mailbox. */
export async function openSite(adminUrl: string, template?: string): Promise<Site> {
  const { url: databaseUrl, drop } = await createTestDatabase(adminUrl, template);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-fuzz-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = startNode('server/src/main.mjs', {
    NODE_ENV: 'production',
    STAFF_SECOND_FACTOR: '0',
    DEV_MAILBOX: '1',
    SANDBOX: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    NOTIFICATION_NETWORKS: '127.0.0.0/8,10.0.0.0/8',
    API_RATE_LIMIT: '1000000',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    PAYMENT_CURRENCIES: 'RUB,USD',
  });
  const end = async () => {
    if (process.isRunning()) await process.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    await drop();
  };
  try {
    await untilAnswers(`${url}/api/health/ready`, process);
    return { url, databaseUrl, process, end };
  } catch (error) {
    await end();
    throw error;
  }
}
