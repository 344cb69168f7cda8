import pg from 'pg';
import type { Sql } from './sql.ts';

type Runner = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** pg copies a query's configuration property by property, which costs as much as to bind its values; a text it takes as it is. */
export function runPrepared<Row extends object>(
  runner: Runner,
  { name, text, values }: Sql,
  timeoutMs: number | undefined,
): Promise<Row[]> {
  const query = Object.assign(new pg.Query(text, values), { name, query_timeout: timeoutMs });
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
  const callback = (error: Error | undefined, result: pg.QueryResult<Row>) =>
    error ? reject(error) : resolve(result.rows);
  (runner as { query: (query: pg.Query, values: undefined, done: typeof callback) => void }).query(
    query,
    undefined,
    callback,
  );
  return promise;
}
