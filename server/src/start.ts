import type { Logger } from 'pino';
import { MovedClock } from './clock/clock-store.ts';
import { parseConfig } from './config/config.ts';
import { ConfigError } from './config/environment.ts';
import { openDatabase } from './platform/db/database.ts';
import { DirectoryInUse } from './platform/db/directory-lock.ts';
import { migrate, NotMigrated, requireMigrated } from './platform/db/migrate.ts';
import { createLog } from './platform/log.ts';
import { stopInOrder } from './platform/stop.ts';
import type { Running } from './start-parts.ts';

const roles = ['serve', 'work', 'migrate'] as const;
type Role = (typeof roles)[number];

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

function parseRoles(args: string[]): Role[] {
  const unknown = args.find((arg) => !roles.includes(arg as Role));
  if (unknown !== undefined)
    throw new ConfigError(`Unknown role ${unknown}: use serve, work or migrate, or none for all`);
  return args.length > 0 ? (args as Role[]) : [...roles];
}

/** Ends the process when the start fails. */
export async function start(args: string[]): Promise<void> {
  try {
    await startRoles(args);
  } catch (error) {
    const { name } = error as Error;
    const isOurs = [ConfigError, DirectoryInUse, MovedClock, NotMigrated].some((kind) => error instanceof kind);
    process.stderr.write(`${isOurs || name === 'FileInUse' ? (error as Error).message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

async function startRoles(args: string[]): Promise<void> {
  endOnSignalWhileStarting();
  const chosen = parseRoles(args);
  const config = parseConfig(process.env);
  const log = createLog(config);
  const db = await openDatabase({
    ...config,
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const isServing = chosen.includes('serve');
  const isWorking = chosen.includes('work');
  const migrated = chosen.includes('migrate') ? migrate(db) : requireMigrated(db);
  if (!isServing && !isWorking) {
    await migrated;
    await db.close();
    // Node stays while somebody listens for the end of the channel.
    process.off('disconnect', endAtOnce);
    return;
  }
  // The database connects while most of the code is loaded.
  const [{ startParts }] = await Promise.all([import('./start-parts.ts'), migrated]);
  stopOnSignal(log, await startParts({ config, log, db, isServing, isWorking }));
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
