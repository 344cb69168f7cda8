import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { isWriteRefused } from './errors.ts';
import { inOnePacket } from './in-one-packet.ts';
import { keepAlive } from './keep-alive.ts';
import { listenOn } from './listen.ts';
import { createNotifier, type Notification, type Notifier } from './notifier.ts';
import { runPrepared } from './prepared-query.ts';
import { splitHead } from './split-head.ts';
import { nameOf, type Sql } from './sql.ts';
import { type DatabaseTimeouts, defaultTimeouts, timeoutSettings } from './timeouts.ts';
import { types } from './times.ts';

type LastWork = () => Promise<Sql | undefined>;

/** What a store has composed: whoever only passes it on takes it as this. */
export type Statement = Sql;

/** The pool or one transaction. */
export interface Queries {
  query<Row>(statement: Sql): Promise<Row[]>;
  /** For rows joined to one head: the first column, the same in every row, apart from what the other columns say. */
  queryWithHead<Row>(statement: Sql): Promise<{ head: string | null; rows: Row[] }>;
  /** For pg-boss and migrations, which bring their own SQL. */
  queryText(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** The same for texts that are few and always the same: each is prepared once a connection. */
  queryPrepared(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface Transaction extends Queries {
  readonly isTransaction: true;
  /**
   * Sends all statements that the work starts at once in one packet, so that locks are held for fewer round trips. None
   * may need another's answer, and each is run even if the work throws: the transaction undoes it.
   */
  together<T>(work: () => Promise<T>): Promise<T>;
  /** Notifies whoever listens on the channel once, and only if, the transaction has committed. */
  notifyAfterCommit(channel: string, payload: string): void;
  /** Runs the work as the last part of the transaction. A statement that it returns goes out together with the commit. */
  beforeCommit(work: LastWork): void;
}

export interface Database extends Queries {
  readonly kind: 'postgres' | 'pglite';
  /** When the database last refused a write of this process: disk full or read-only. */
  readonly health: { readonly writeRefusedAt: number | null };
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** How the pool is used right now. */
  connections(): { total: number; idle: number; waiting: number };
  /** Calls `onGap` after a lost connection, when messages may be missing. Returns a function that stops listening. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize: number;
  onConnectionLost: (error: Error) => void;
  timeouts?: DatabaseTimeouts;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options);
  return openPglite(options);
}

function openPostgres(connectionString: string, options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: 5000,
    // Connections stay open with their prepared plans.
    idleTimeoutMillis: 0,
    ...keepAlive,
    pipeline: true,
    ...timeoutSettings(options.timeouts ?? defaultTimeouts),
    application_name: 'kazna',
    types,
  });
  const notifier = notifierOn(pool, options);
  return {
    ...fromPool('postgres', pool, notifier, options),
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
  // PGlite has no lock of its own: two processes on one directory would lose rows silently.
  const unlock = await lockDirectory(options.dataDir);
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const pglite = await PGlite.create(join(options.dataDir, 'database'));
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
    types,
  } as pg.PoolConfig);
  const notifier = notifierOn(pool, options);
  return {
    ...fromPool('pglite', pool, notifier, options),
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

function fromPool(
  kind: Database['kind'],
  pool: pg.Pool,
  notifier: Notifier,
  options: DatabaseOptions,
): Omit<Database, 'listen' | 'close'> {
  pool.on('error', options.onConnectionLost);
  // An `error` event without a listener on a checked-out client would end the process.
  pool.on('connect', (client) => client.on('error', options.onConnectionLost));
  const health = { writeRefusedAt: null as number | null };
  const onError = (error: unknown): never => {
    if (isWriteRefused(error)) health.writeRefusedAt = Date.now();
    throw error;
  };
  const transaction: Database['transaction'] = async (work) => {
    const notifications: Notification[] = [];
    const result = await runTransaction(pool, onError, notifications, work);
    notifier.add(notifications);
    return result;
  };
  const connections = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { kind, health, ...queriesOn(pool, onError), transaction, connections };
}

type OnError = (error: unknown) => never;

function queriesOn(runner: pg.Pool | pg.PoolClient, onError: OnError): Queries {
  return {
    query: <Row>(statement: Sql) => runPrepared(runner, statement).catch(onError) as Promise<Row[]>,
    queryWithHead: async ({ name, text, values }) =>
      splitHead(await runner.query<unknown[]>({ name, text, values, rowMode: 'array' }).catch(onError)),
    queryText: (text, values) => runner.query(text, values).catch(onError),
    queryPrepared: (text, values) => runner.query({ name: nameOf(text), text, values }).catch(onError),
  };
}

async function runTransaction<T>(
  pool: pg.Pool,
  onError: OnError,
  notifications: Notification[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const notifyAfterCommit = (channel: string, payload: string) => notifications.push({ channel, payload });
    const atEnd: LastWork[] = [];
    const beforeCommit = (last: LastWork) => atEnd.push(last);
    const hooks = { together: <T>(it: () => Promise<T>) => inOnePacket(client, it), notifyAfterCommit, beforeCommit };
    const queries = queriesOn(client, onError);
    const result = await work({ isTransaction: true, ...hooks, ...queries });
    await commit(client, queries, onError, atEnd);
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Sends the last statement and the commit in one packet: when the statement fails, the commit rolls back. */
async function commit(client: pg.PoolClient, queries: Queries, onError: OnError, atEnd: LastWork[]): Promise<void> {
  let last: Sql | undefined;
  for (const work of atEnd) {
    if (last) await queries.query(last);
    last = await work();
  }
  const end = () => client.query('commit').catch(onError);
  const statement = last;
  if (statement) await inOnePacket(client, () => Promise.all([queries.query(statement), end()]));
  else await end();
}
