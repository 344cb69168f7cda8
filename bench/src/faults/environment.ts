import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { createTestDatabase, freePort, type Postgres, startPostgres } from '../../../server/tests/support/postgres.ts';
import { type NodeProcess, startNode, untilAnswers } from '../node-process.ts';
import { newPayer, type Payer } from '../payer.ts';
import { type SandboxControl, shop, startSandbox } from './sandbox-control.ts';

/** A port on which a server process is killed and restarted. */
export interface Slot {
  url: string;
  process: NodeProcess;
  start: () => Promise<void>;
  kill: () => Promise<void>;
}

/** What load and proofs need: two server processes, their database and an external sandbox. */
export interface Site {
  db: Database;
  sandbox: SandboxControl;
  slots: [Slot, Slot];
  payer: Payer;
}

export interface Environment extends Site {
  postgres: Postgres;
  end: () => Promise<void>;
}

/** Shorter intervals than in production, so that missed notifications are found during the run. */
const pollBackoff = '2,2,3,3,5,5,5,10';

export async function openEnvironment(): Promise<Environment> {
  const endings: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  };
  try {
    return { ...(await build(endings)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function build(endings: (() => Promise<unknown>)[]): Promise<Omit<Environment, 'end'>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-faults-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres({ isDurable: true });
  endings.push(postgres.remove);
  const { url: databaseUrl } = await createTestDatabase(postgres.url);
  const ports = [await freePort(), await freePort()] as const;
  const sandbox = await startSandbox({
    yookassa: `http://127.0.0.1:${ports[0]}/api/webhooks/yookassa`,
    tbank: `http://127.0.0.1:${ports[0]}/api/webhooks/tbank`,
  });
  endings.push(() => sandbox.process.end('SIGKILL'));
  const env = settingsOf({ publicPort: ports[0], databaseUrl, dataDir, providerUrl: sandbox.url });
  const slots = [await openSlot(ports[0], env), await openSlot(ports[1], env)] as [Slot, Slot];
  for (const slot of slots) endings.push(slot.kill);
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 4, onConnectionLost: () => {} });
  endings.push(db.close);
  return { postgres, db, sandbox, slots, payer: await newPayer(slots[0].url) };
}

interface SettingsOptions {
  publicPort: number;
  databaseUrl: string;
  dataDir: string;
  providerUrl: string;
}

export function settingsOf({ publicPort, databaseUrl, dataDir, providerUrl }: SettingsOptions): Record<string, string> {
  return {
    NODE_ENV: 'production',
    STAFF_SECOND_FACTOR: '0',
    DEV_MAILBOX: '1',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    PAYMENTS_PER_HOUR: '1000000',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    // The same URL for both processes: it is part of the provider's request, and idempotent repeats must be equal.
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    YOOKASSA_API_URL: `${providerUrl}/v3`,
    YOOKASSA_SHOP_ID: shop.shopId,
    YOOKASSA_SECRET_KEY: shop.secretKey,
    TBANK_API_URL: `${providerUrl}/tbank/v2`,
    TBANK_TERMINAL_KEY: shop.shopId,
    TBANK_PASSWORD: shop.secretKey,
    NOTIFICATION_NETWORKS: '127.0.0.0/8',
    PAYMENT_PAUSES: pollBackoff,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_LEASE_SECONDS: '20',
  };
}

export async function openSlot(port: number, env: Record<string, string>, roles: string[] = []): Promise<Slot> {
  const url = `http://127.0.0.1:${port}`;
  const run = () => startNode('server/src/main.mjs', { ...env, PORT: String(port) }, roles);
  const slot: Slot = {
    url,
    process: run(),
    start: async () => {
      slot.process = run();
      await untilAnswers(`${url}/api/health/ready`, slot.process);
    },
    kill: () => slot.process.end('SIGKILL'),
  };
  await untilAnswers(`${url}/api/health/ready`, slot.process);
  return slot;
}
