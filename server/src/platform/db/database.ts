import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Pool, watchConnection, watchMessages } from './connection.ts';
import { Deadlines } from './deadlines.ts';
import { type HeadedRow, splitHead, types } from './decode-row.ts';
import { lockDirectory } from './directory-lock.ts';
import { isDiskFailure, OutcomeUnknown, retryRead } from './errors.ts';
import { listenOn } from './listen.ts';
import { createNotifier, type Notification, type Notifier } from './notifier.ts';
import { runPrepared } from './pipeline.ts';
import type { Database, Queries } from './queries.ts';
import { runTransaction } from './run-transaction.ts';
import { nameOf, type Sql } from './sql.ts';
import { type DatabaseTimeouts, defaultTimeouts, keepAlive, queryTimeoutOf, timeoutSettings } from './timeouts.ts';

export type { Database, Queries, Statement, Transaction } from './queries.ts';

export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize: number;
  onConnectionLost: (error: Error) => void;
  timeouts?: DatabaseTimeouts;
}

/**
 * What a row costs that is read by an index, on a disk without a moving head. By the default, made for disks with one, a
 * page of an organization far larger than the average is sorted out of all its rows instead of being read in order.
 */
const plannerSettings = { random_page_cost: 1.1 };

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options);
  return openPglite(options);
}

function openPostgres(connectionString: string, options: DatabaseOptions): Database {
  const timeouts = options.timeouts ?? defaultTimeouts;
  const pool = new Pool({
    connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: 5000,
    // Connections stay open with their prepared plans.
    idleTimeoutMillis: 0,
    ...keepAlive,
    pipeline: true,
    ...timeoutSettings(timeouts),
    application_name: 'kazna',
    options: Object.entries(plannerSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types,
  });
  const notifier = notifierOn(pool, options);
  const timeoutMs = queryTimeoutOf(timeouts);
  const deadlines = timeoutMs === undefined ? undefined : new Deadlines(timeoutMs);
  return {
    ...fromPool('postgres', { pool, notifier, options, deadlines }),
    listen: (channel, onMessage, onGap) =>
      listenOn(connectionString, channel, { onMessage, onGap, onLost: options.onConnectionLost }),
    close: async () => {
      await notifier.drain();
      await pool.end();
    },
  };
}

async function openPglite(options: DatabaseOptions): Promise<Database> {
  await mkdir(options.dataDir, { recursive: true });
  // PGlite has no lock of its own: two processes on one directory would lose rows without an error.
  const unlock = await lockDirectory(options.dataDir);
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const pglite = await PGlite.create(join(options.dataDir, 'database'));
  for (const [name, value] of Object.entries(plannerSettings)) await pglite.exec(`set ${name} = ${value}`);
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
    types,
  } as pg.PoolConfig);
  const notifier = notifierOn(pool, options);
  return {
    ...fromPool('pglite', { pool, notifier, options, deadlines: undefined }),
    listen: (channel, onMessage) => pglite.listen(channel, onMessage),
    close: async () => {
      await notifier.drain();
      await pool.end();
      await pglite.close();
      await unlock();
    },
  };
}

function notifierOn(pool: pg.Pool, { onConnectionLost }: DatabaseOptions): Notifier {
  const text = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)';
  const send = (batch: Notification[]) =>
    pool.query({
      name: 'notify',
      text,
      values: [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)],
    });
  return createNotifier(send, onConnectionLost);
}

interface PoolContext {
  pool: pg.Pool;
  notifier: Notifier;
  options: DatabaseOptions;
  /** Client side. Undefined for none. */
  deadlines: Deadlines | undefined;
}

function fromPool(
  kind: Database['kind'],
  { pool, notifier, options, deadlines }: PoolContext,
): Omit<Database, 'listen' | 'close'> {
  pool.on('error', options.onConnectionLost);
  pool.on('connect', (client) => {
    watchConnection(client, options.onConnectionLost);
    watchMessages(client);
  });
  const health = { writeRefusedAt: null as number | null };
  const onError = (error: unknown): never => {
    if (isDiskFailure(error)) health.writeRefusedAt = Date.now();
    throw error;
  };
  const transaction: Database['transaction'] = async (work, { isUnbounded, signal } = {}) => {
    const notifications: Notification[] = [];
    signal?.throwIfAborted();
    // PGlite's only connection is the one that is busy.
    const cancelledBy = kind === 'postgres' ? signal : undefined;
    const context = { pool, onError, notifications, deadlines: isUnbounded ? undefined : deadlines, cancelledBy };
    try {
      return await runTransaction(context, work);
    } catch (error) {
      // Listeners only read again, which is right whatever the outcome.
      if (!(error instanceof OutcomeUnknown)) notifications.length = 0;
      throw error;
    } finally {
      notifier.add(notifications);
    }
  };
  const connections = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  const queries = queriesOn(pool, (run, text) => retryRead(run, text).catch(onError), deadlines);
  return { kind, health, ...queries, transaction, connections };
}

type Attempt = <T>(run: () => Promise<T>, text: string) => Promise<T>;

function queriesOn(pool: pg.Pool, attempt: Attempt, deadlines: Deadlines | undefined): Queries {
  const run = (config: pg.QueryConfig) => attempt(() => pool.query(timed(config)), config.text);
  const timed = (config: pg.QueryConfig) => ({ ...config, query_timeout: deadlines?.milliseconds }) as pg.QueryConfig;
  return {
    query: <Row>(statement: Sql) => attempt(() => runPrepared<Row>(pool, statement, deadlines), statement.text),
    queryWithHead: async ({ name, text, values }) => {
      const statement = { name, text, values, hasHead: true };
      return splitHead(await attempt(() => runPrepared<HeadedRow>(pool, statement, deadlines), text));
    },
    queryText: (text, values) => run(values ? { text, values } : { text }),
    queryPrepared: (text, values) => run({ name: nameOf(text), text, values }),
  };
}
