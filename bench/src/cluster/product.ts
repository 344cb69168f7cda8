import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { freePort } from '../../../server/tests/support/postgres.ts';
import { openSlot, type Site, type Slot, settingsOf } from '../faults/environment.ts';
import { startSandbox } from '../faults/sandbox-control.ts';
import { type NodeProcess, startNode } from '../node-process.ts';
import { newPayer } from '../payer.ts';
import type { Endings } from './endings.ts';
import { untilTrue } from './until-true.ts';

interface Worker {
  process: NodeProcess;
  /** Resolves when it works: a process that cannot reach the database while it starts ends, and waits for who runs it. */
  start: () => Promise<void>;
}

/** Two servers and two workers, as on machines of their own. */
export interface Product extends Site {
  workers: Worker[];
}

export async function startProduct(databaseUrl: string, endings: Endings): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-cluster-data-'));
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const ports = [await freePort(), await freePort()] as const;
  const sandbox = await startSandbox({ yookassa: `http://127.0.0.1:${ports[0]}/api/webhooks/yookassa` });
  endings.push(() => sandbox.process.end('SIGKILL'));
  const env = settingsOf({ publicPort: ports[0], databaseUrl, dataDir, providerUrl: sandbox.url });
  await migrate(env);
  const slots: Slot[] = [];
  for (const port of ports) {
    const slot = await openSlot(port, env, ['serve']);
    endings.push(slot.kill);
    slots.push(slot);
  }
  const workers: Worker[] = [];
  for (const port of [await freePort(), await freePort()]) {
    workers.push(await openWorker({ ...env, METRICS_PORT: String(port) }, endings));
  }
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 4, onConnectionLost: () => {} });
  endings.push(db.close);
  const [first] = slots as [Slot, Slot];
  return { db, sandbox, slots: slots as [Slot, Slot], workers, payer: await newPayer(first.url) };
}

async function migrate(env: Record<string, string>): Promise<void> {
  const migration = startNode('server/src/main.mjs', env, ['migrate']);
  await untilTrue('migrations are applied', async () => !migration.isRunning());
  if (migration.output()) throw new Error(`not migrated: ${migration.output()}`);
}

async function openWorker(env: Record<string, string>, endings: Endings): Promise<Worker> {
  const run = () => startNode('server/src/main.mjs', env, ['work']);
  const untilWorking = () =>
    untilTrue('the worker works', async () => (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).ok);
  const worker: Worker = {
    process: run(),
    start: async () => {
      worker.process = run();
      await untilWorking();
    },
  };
  endings.push(() => worker.process.end('SIGKILL'));
  await untilWorking();
  return worker;
}

/** A fault of the database must end no process of the product. */
export function requireAlive({ slots, workers }: Product): void {
  const dead = [...slots, ...workers].find(({ process }) => !process.isRunning());
  if (dead) throw new Error(`a process of the product has ended:\n${dead.process.output()}`);
}
