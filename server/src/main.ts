import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { type Config, parseConfig } from './config/config.ts';
import { ConfigError } from './config/environment.ts';
import { startMetrics } from './metrics.ts';
import { ensureFirstAdmin } from './people/accounts/ensure-first-admin.ts';
import { encryptPlainSecrets } from './people/accounts/second-factor.ts';
import { loadSessionKeys, type SessionKeys } from './people/accounts/sessions/session-keys-store.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { DirectoryInUse } from './platform/db/directory-lock.ts';
import { migrate, NotMigrated, requireMigrated, withMigrationLock } from './platform/db/migrate.ts';
import { openQueue, type Queue } from './platform/jobs/queue.ts';
import { createLog } from './platform/log.ts';
import type { MetricsServer } from './platform/metrics.ts';
import { stopInOrder } from './platform/stop.ts';
import { jobKinds, startWorker, type Worker } from './worker.ts';

const roles = ['serve', 'work', 'migrate'] as const;
type Role = (typeof roles)[number];

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

function parseRoles(words: string[]): Role[] {
  const unknown = words.find((word) => !roles.includes(word as Role));
  if (unknown !== undefined)
    throw new ConfigError(`Unknown role ${unknown}: use serve, work or migrate, or none for all`);
  return words.length > 0 ? (words as Role[]) : [...roles];
}

async function main(): Promise<void> {
  endOnSignalWhileStarting();
  const chosen = parseRoles(process.argv.slice(2));
  const config = parseConfig(process.env);
  const log = createLog(config);
  const db = await openDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  if (chosen.includes('migrate')) await migrate(db);
  else await requireMigrated(db);
  if (!chosen.includes('serve') && !chosen.includes('work')) return db.close();

  const queueOptions = {
    kinds: jobKinds,
    isWorker: chosen.includes('work'),
    onError: (error: Error) => log.error({ err: error }, 'queue'),
    // Long jobs may keep a connection each for as long as they take.
    maxLongJobs: Math.max(1, Math.floor(config.databaseJobPoolSize / 2)),
  };
  const jobDb = chosen.includes('work') ? await openJobDatabase(config, log, db) : db;
  // The first process creates the queue's tables; two at once would break each other.
  const queue = await withMigrationLock(db, () => openQueue(jobDb, queueOptions));
  const keys = await loadSessionKeys(db, config.sessionSecret);
  const worker = chosen.includes('work') ? await startWorker({ config, log, db: jobDb, queue, keys }) : null;
  const app = chosen.includes('serve') ? await startServer(config, log, { db, queue, keys }) : null;
  const metrics = config.metricsPort ? await startMetrics(config.metricsPort, { config, log, db, jobDb }) : null;
  stopOnSignal(log, { app, worker, metrics, queue, databases: jobDb === db ? [db] : [jobDb, db] });
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
  await encryptPlainSecrets(db, keys.secondFactor);
  const app = buildApp({ config, log, db, queue, keys });
  const admin = await ensureFirstAdmin(db, { email: config.adminEmail, password: config.adminPassword });
  await app.listen({ port: config.port, host: config.host });
  announce(config, admin);
  return app;
}

/** Printed and never logged: the password is shown once and stored nowhere. */
function announce(config: Config, admin: { email: string; password: string } | null): void {
  const lines = [`Казна: ${config.publicUrl}`];
  if (config.hasDevelopmentMailbox) lines.push(`Письма: ${config.publicUrl}/dev/mail`);
  if (admin && !config.adminPassword)
    lines.push(`Первый администратор: ${admin.email}, пароль ${admin.password} (показан один раз)`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

interface Running {
  app: FastifyInstance | null;
  worker: Worker | null;
  metrics: MetricsServer | null;
  queue: Queue;
  databases: Database[];
}

const endAtOnce = () => process.exit(1);

/** The kernel gives process 1 of a container no default action for signals. */
function endOnSignalWhileStarting(): void {
  if (process.pid === 1) for (const signal of stopSignals) process.on(signal, endAtOnce);
  if (process.connected) process.on('disconnect', endAtOnce);
}

/** Waits for requests and jobs in flight, 20 seconds at most; a second signal stops at once. */
function stopOnSignal(log: Logger, { app, worker, metrics, queue, databases }: Running): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info('stopping');
    const isClean = await stopInOrder(log, [
      { name: 'http', close: async () => app?.close(), timeoutMs: 12_000 },
      { name: 'queue', close: () => Promise.all([queue.stop(), worker?.stop(4000)]), timeoutMs: 5000 },
      { name: 'metrics', close: async () => metrics?.close(), timeoutMs: 500 },
      { name: 'database', close: () => Promise.all(databases.map((db) => db.close())), timeoutMs: 2000 },
    ]);
    process.exit(isClean ? 0 : 1);
  };
  for (const signal of stopSignals) process.off(signal, endAtOnce).on(signal, stop);
  // The channel to scripts/start.mjs closes when that ends, even by kill -9.
  process.off('disconnect', endAtOnce);
  if (process.connected) process.on('disconnect', stop);
}

try {
  await main();
} catch (error) {
  const { name } = error as Error;
  const isOurs = [ConfigError, DirectoryInUse, NotMigrated].some((kind) => error instanceof kind);
  process.stderr.write(`${isOurs || name === 'FileInUse' ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}
