import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../src/platform/db/database.ts';

/**
 * Rejects what a route asks of the pool inside its own transaction: an embedded database has one connection and would
 * wait for itself for good, and so would a pool whose other connections do the same.
 */
export function withOneConnection(db: Database): Database {
  const inTransaction = new AsyncLocalStorage<boolean>();
  const outside = <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (inTransaction.getStore()) throw new Error('the pool was asked inside a transaction');
      return run(...args);
    };
  };
  return {
    ...db,
    query: outside(db.query) as Database['query'],
    queryWithHead: outside(db.queryWithHead) as Database['queryWithHead'],
    queryText: outside(db.queryText),
    queryPrepared: outside(db.queryPrepared),
    transaction: outside((work, options) =>
      db.transaction((tx) => inTransaction.run(true, () => work(tx)), options),
    ) as Database['transaction'],
  };
}
