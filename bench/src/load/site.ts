import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, freePort, startPostgres } from '../../../server/tests/support/postgres.ts';
import { type SandboxControl, shop, startSandbox } from '../faults/sandbox-control.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import { newPayer, type Payer } from '../payer.ts';

interface Server {
  url: string;
  port: number;
  process: NodeProcess;
}

/** The product in production mode with an external sandbox and signed-in people. */
export interface Site {
  servers: [Server, ...Server[]];
  sandbox: SandboxControl;
  payers: Payer[];
  /** Undefined with the embedded database. */
  databaseUrl: string | undefined;
  end: () => Promise<void>;
}

export interface SiteOptions {
  database: 'postgres' | 'pglite';
  processes?: number;
}

const people = 20;

export async function openSite(options: SiteOptions): Promise<Site> {
  const endings: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  };
  try {
    return { ...(await build(options, endings)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function build({ database, processes = 1 }: SiteOptions, endings: (() => Promise<unknown>)[]) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-load-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = database === 'postgres' ? await durableDatabase(endings) : undefined;
  // The sandbox sends no notifications: the load generator does.
  const sandbox = await startSandbox('');
  endings.push(() => sandbox.process.end('SIGKILL'));
  const env = {
    NODE_ENV: 'production',
    DEV_MAILBOX: '1',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    PAYMENTS_PER_HOUR: '1000000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { EMBEDDED_DB: '1' }),
    DATA_DIR: dataDir,
    // The same URL for all processes: it is part of the provider's request, and idempotent repeats must be equal.
    PUBLIC_URL: 'http://127.0.0.1',
    YOOKASSA_API_URL: `${sandbox.url}/v3`,
    YOOKASSA_SHOP_ID: shop.shopId,
    YOOKASSA_SECRET_KEY: shop.secretKey,
    NOTIFICATION_NETWORKS: '127.0.0.0/8',
  };
  const servers: Server[] = [];
  for (let at = 0; at < processes; at += 1) servers.push(await startServer(env, endings));
  const [first] = servers as [Server];
  const payers: Payer[] = [];
  while (payers.length < people) {
    payers.push(...(await Promise.all(Array.from({ length: 5 }, () => newPayer(first.url)))));
  }
  return { servers: servers as [Server, ...Server[]], sandbox, payers, databaseUrl };
}

async function durableDatabase(endings: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startPostgres({ isDurable: true });
  endings.push(postgres.remove);
  return (await createTestDatabase(postgres.url)).url;
}

async function startServer(env: Record<string, string>, endings: (() => Promise<unknown>)[]): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = startNode('server/src/main.ts', { ...env, PORT: String(port) });
  endings.push(async () => {
    if (process.isRunning()) await process.end('SIGKILL');
  });
  await untilAnswers(`${url}/api/health/ready`, process);
  return { url, port, process };
}
