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
  /** Undefined unless asked for. */
  metricsUrl: string | undefined;
  process: NodeProcess;
}

/** The product in production mode with an external sandbox and signed-in people. */
export interface Site {
  servers: [Server, ...Server[]];
  sandbox: SandboxControl;
  payers: Payer[];
  /** Undefined with the embedded database. */
  databaseUrl: string | undefined;
  /** The process id of PostgreSQL; undefined with the embedded database. */
  postmaster: number | undefined;
  end: () => Promise<void>;
}

export interface SiteOptions {
  database: 'postgres' | 'pglite';
  processes?: number;
  hasMetrics?: boolean;
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

async function build(
  { database, processes = 1, hasMetrics = false }: SiteOptions,
  endings: (() => Promise<unknown>)[],
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-load-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const { databaseUrl, postmaster } = database === 'postgres' ? await durableDatabase(endings) : {};
  // The sandbox sends no notifications: the load generator does.
  const sandbox = await startSandbox();
  endings.push(() => sandbox.process.end('SIGKILL'));
  const env = {
    NODE_ENV: 'production',
    STAFF_SECOND_FACTOR: '0',
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
  for (let at = 0; at < processes; at += 1) servers.push(await startServer(env, hasMetrics, endings));
  const [first] = servers as [Server];
  const payers: Payer[] = [];
  while (payers.length < people) {
    payers.push(...(await Promise.all(Array.from({ length: 5 }, () => newPayer(first.url)))));
  }
  return { servers: servers as [Server, ...Server[]], sandbox, payers, databaseUrl, postmaster };
}

async function durableDatabase(
  endings: (() => Promise<unknown>)[],
): Promise<{ databaseUrl?: string; postmaster?: number | undefined }> {
  const postgres = await startPostgres({ isDurable: true });
  endings.push(postgres.remove);
  const { url: databaseUrl } = await createTestDatabase(postgres.url);
  return { databaseUrl, postmaster: postgres.pid() };
}

async function startServer(
  env: Record<string, string>,
  hasMetrics: boolean,
  endings: (() => Promise<unknown>)[],
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const metricsPort = hasMetrics ? await freePort() : undefined;
  const ports = { PORT: String(port), ...(metricsPort && { METRICS_PORT: String(metricsPort) }) };
  const process = startNode('server/src/main.mjs', { ...env, ...ports });
  endings.push(async () => {
    if (process.isRunning()) await process.end('SIGKILL');
  });
  await untilAnswers(`${url}/api/health/ready`, process);
  const metricsUrl = metricsPort && `http://127.0.0.1:${metricsPort}/metrics`;
  return { url, port, metricsUrl: metricsUrl || undefined, process };
}
