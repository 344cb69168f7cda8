import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp, hasClock } from './app.ts';
import { requireRealClock } from './clock/clock-store.ts';
import type { Config } from './config/config.ts';
import { ensureFirstAdmin } from './people/accounts/ensure-first-admin.ts';
import { encryptPlainSecrets } from './people/accounts/second-factor.ts';
import { loadSessionKeys, type SessionKeys } from './people/accounts/sessions/session-keys-store.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { withMigrationLock } from './platform/db/migrate.ts';
import { openQueue, type Queue } from './platform/jobs/queue.ts';
import type { MetricsServer } from './platform/metrics.ts';
import { jobKinds, startWorker, type Worker } from './worker.ts';

interface StartContext {
  config: Config;
  log: Logger;
  db: Database;
  isServing: boolean;
  isWorking: boolean;
}

export interface Running {
  app: FastifyInstance | null;
  worker: Worker | null;
  metrics: MetricsServer | null;
  queue: Queue;
  databases: Database[];
}

/** Starts what a migrated database allows: the server, the worker or both. */
export async function startParts({ config, log, db, isServing, isWorking }: StartContext): Promise<Running> {
  if (!hasClock(config)) await requireRealClock(db);
  const jobDb = isWorking ? await openJobDatabase(config, log, db) : db;
  const queueOptions = {
    kinds: jobKinds,
    isWorker: isWorking,
    onError: (error: Error) => log.error({ err: error }, 'queue'),
    // Long jobs may keep a connection each for as long as they take.
    maxLongJobs: Math.max(1, Math.floor(config.databaseJobPoolSize / 2)),
  };
  const [queue, keys] = await Promise.all([
    // The first process creates the queue's tables; two at once would break each other.
    withMigrationLock(db, () => openQueue(jobDb, queueOptions)),
    loadSessionKeys(db, config.sessionSecret),
  ]);
  const [app, worker, metrics] = await Promise.all([
    isServing ? startServer(config, log, { db, queue, keys }) : null,
    isWorking ? startWorker({ config, log, db: jobDb, queue, keys }) : null,
    config.metricsPort ? openMetrics(config.metricsPort, { config, log, db, jobDb }) : null,
  ]);
  return { app, worker, metrics, queue, databases: jobDb === db ? [db] : [jobDb, db] };
}

/** A pool of its own, so that a burst of jobs never takes the connections of requests. PGlite has one connection. */
async function openJobDatabase(config: Config, log: Logger, db: Database): Promise<Database> {
  if (db.kind === 'pglite') return db;
  return openDatabase({
    ...config,
    poolSize: config.databaseJobPoolSize,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection of jobs lost'),
  });
}

async function startServer(
  config: Config,
  log: Logger,
  { db, queue, keys }: { db: Database; queue: Queue; keys: SessionKeys },
): Promise<FastifyInstance> {
  const [admin] = await Promise.all([
    ensureFirstAdmin(db, { email: config.adminEmail, password: config.adminPassword }),
    encryptPlainSecrets(db, keys.secondFactor),
  ]);
  const app = buildApp({ config, log, db, queue, keys });
  await app.listen({ port: config.port, host: config.host });
  announce(config, admin);
  return app;
}

/** Printed and never logged: the password is shown once and stored nowhere. */
function announce(config: Config, admin: { email: string; password: string } | null): void {
  const lines = [`Казна: ${config.publicUrl}`];
  if (config.hasDevelopmentMailbox) lines.push(`Письма: ${config.publicUrl}/dev/mail`);
  if (hasClock(config)) lines.push(`Часы: ${config.publicUrl}/dev/clock`);
  if (admin && !config.adminPassword)
    lines.push(`Первый администратор: ${admin.email}, пароль ${admin.password} (показан один раз)`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Loaded only where somebody reads them. */
async function openMetrics(
  port: number,
  context: { config: Config; log: Logger; db: Database; jobDb: Database },
): Promise<MetricsServer> {
  const { startMetrics } = await import('./metrics.ts');
  return startMetrics(port, context);
}
