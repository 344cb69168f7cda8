import type pg from 'pg';
import { isConnectionLost, isRefusedByServer, isStaleConnection } from './errors.ts';
import { inOnePacket } from './in-one-packet.ts';
import type { Notification } from './notifier.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import type { LastWork, Queries, Transaction } from './queries.ts';
import type { Sql } from './sql.ts';

/** More than one connection of the pool may have died unnoticed. */
const maxBeginAttempts = 3;

export interface TransactionContext {
  pool: pg.Pool;
  queriesOn: (client: pg.PoolClient) => Queries;
  onError: (error: unknown) => never;
  notifications: Notification[];
  /** Client side, for a server that went silent. Undefined for none. */
  queryTimeoutMs: number | undefined;
}

export async function runTransaction<T>(
  context: TransactionContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await begin(context);
  const { notifications, queriesOn } = context;
  let broken: Error | undefined;
  try {
    const notifyAfterCommit = (channel: string, payload: string) => notifications.push({ channel, payload });
    const atEnd: LastWork[] = [];
    const beforeCommit = (last: LastWork) => atEnd.push(last);
    const hooks = { together: <T>(it: () => Promise<T>) => inOnePacket(client, it), notifyAfterCommit, beforeCommit };
    const queries = queriesOn(client);
    const result = await work({ isTransaction: true, ...hooks, ...queries });
    await commit(client, queries, context, atEnd);
    return result;
  } catch (error) {
    if (error instanceof OutcomeUnknown || isStaleConnection(error)) broken = error as Error;
    else
      await client.query(timed('rollback', context)).catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Nothing has been done before `begin` succeeds, so that a dead connection is replaced by another. */
async function begin(context: TransactionContext): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await context.pool.connect();
    try {
      await client.query(timed('begin', context));
      return client;
    } catch (error) {
      client.release(error as Error);
      if (attempt === maxBeginAttempts || !isConnectionLost(error)) throw error;
    }
  }
}

/** Sends the last statement and the commit in one packet: when the statement fails, the commit rolls back. */
async function commit(
  client: pg.PoolClient,
  queries: Queries,
  context: TransactionContext,
  atEnd: LastWork[],
): Promise<void> {
  let last: Sql | undefined;
  for (const work of atEnd) {
    if (last) await queries.query(last);
    last = await work();
  }
  const statement = last;
  try {
    if (!statement) return await end(client, context);
    await inOnePacket(client, () => Promise.all([queries.query(statement), end(client, context)]));
  } catch (error) {
    // PostgreSQL may commit and then lose the connection, its standby or its life before it says so.
    if (isRefusedByServer(error) || error instanceof RolledBack) return context.onError(error);
    throw error instanceof OutcomeUnknown ? error : new OutcomeUnknown(error);
  }
}

async function end(client: pg.PoolClient, context: TransactionContext): Promise<void> {
  const { command } = await client.query(timed('commit', context));
  if (command === 'ROLLBACK') throw new RolledBack();
}

/** PostgreSQL answers the commit of a failed transaction by ROLLBACK, without an error. */
class RolledBack extends Error {
  constructor() {
    super('the transaction had failed and was rolled back by its commit');
  }
}

function timed(text: string, { queryTimeoutMs }: TransactionContext): pg.QueryConfig {
  return { text, query_timeout: queryTimeoutMs } as pg.QueryConfig;
}
