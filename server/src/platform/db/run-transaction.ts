import type pg from 'pg';
import type { Deadlines } from './deadlines.ts';
import { type HeadedRow, splitHead } from './decode-row.ts';
import { isStaleConnection, OutcomeUnknown } from './errors.ts';
import type { Notification } from './notifier.ts';
import type { LastWork, Queries, Transaction } from './queries.ts';
import { nameOf, type Sql } from './sql.ts';
import { OpenTransaction } from './transaction.ts';

export interface TransactionContext {
  pool: pg.Pool;
  onError: (error: unknown) => never;
  notifications: Notification[];
  /** Client side, for a server that stopped answering. Undefined for none. */
  deadlines: Deadlines | undefined;
  cancelledBy: AbortSignal | undefined;
}

export async function runTransaction<T>(
  context: TransactionContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { pool, notifications, deadlines, cancelledBy } = context;
  let client: pg.PoolClient | undefined = await pool.connect();
  const replace = async (lost: Error) => {
    client?.release(lost);
    client = undefined;
    client = await pool.connect();
    return client;
  };
  const open = new OpenTransaction(client, replace, deadlines);
  const endCancelling = cancelOnAbort(pool, () => client, cancelledBy);
  let broken: Error | undefined;
  try {
    const atCommit: Sql[] = [];
    const atEnd: LastWork[] = [];
    const queries = queriesWithin(open, context);
    const queryDeferred = async () => {
      for (const statement of atCommit.splice(0)) await queries.query(statement);
    };
    const result = await work({
      isTransaction: true,
      pipeline: (it) => open.pipeline(it),
      commitTogether: (it) => open.commitTogether(it),
      notifyAfterCommit: (channel, payload) => notifications.push({ channel, payload }),
      queryAtCommit: (statement) => atCommit.push(statement),
      queryDeferred,
      beforeCommit: (last) => atEnd.push(last),
      ...queries,
    });
    if (open.isCommitted && atCommit.length + atEnd.length === 0) return result;
    for (const [index, last] of atEnd.entries()) {
      // What comes after another's last statement relies on it.
      if (index > 0) await queryDeferred();
      const statement = await last();
      if (statement) atCommit.push(statement);
    }
    await commit(open, atCommit, context);
    return result;
  } catch (error) {
    if (error instanceof OutcomeUnknown || isStaleConnection(error)) broken = error as Error;
    else
      await open.rollback().catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    await endCancelling();
    client?.release(broken);
  }
}

/** Sends the last statements and the commit in one packet: when a statement fails, nothing is committed. */
async function commit(open: OpenTransaction, last: Sql[], { onError }: TransactionContext): Promise<void> {
  await open.begin().catch(onError);
  await open.commit(last).catch(onError);
}

function queriesWithin(open: OpenTransaction, { onError, deadlines }: TransactionContext): Queries {
  const timed = (config: pg.QueryConfig) => ({ ...config, query_timeout: deadlines?.milliseconds }) as pg.QueryConfig;
  return {
    query: <Row>(statement: Sql) => open.run(statement).catch(onError) as Promise<Row[]>,
    queryWithHead: async ({ name, text, values }) =>
      splitHead((await open.run({ name, text, values, hasHead: true }).catch(onError)) as unknown as HeadedRow[]),
    queryText: (text, values) =>
      open.runPlain((client) => client.query(timed(values ? { text, values } : { text }))).catch(onError),
    queryPrepared: (text, values) => open.run({ name: nameOf(text), text, values }).then((rows) => ({ rows }), onError),
  };
}

/**
 * Cancels the statement that the connection runs when the signal is aborted. Returns a function to be awaited before the
 * connection serves others, whose statement a late cancellation would end.
 */
function cancelOnAbort(
  pool: pg.Pool,
  connection: () => pg.PoolClient | undefined,
  signal: AbortSignal | undefined,
): () => Promise<void> {
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    // The work may end by itself at its next step: a cancellation that fails is no failure.
    cancelling = pool
      .query('select pg_cancel_backend($1)', [Reflect.get(connection() ?? {}, 'processID') ?? null])
      .catch(() => {});
  };
  signal?.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal?.removeEventListener('abort', cancel);
    await cancelling;
  };
}
