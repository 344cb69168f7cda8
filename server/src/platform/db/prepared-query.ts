import type pg from 'pg';
import { type Prepared, runPart } from './pipeline.ts';

/** On any connection of the pool. One that a statement failed on is closed, as pg's own `pool.query` does. */
export function runPrepared<Row>(pool: pg.Pool, statement: Prepared, timeoutMs: number | undefined): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
  pool.connect((error, client, release) => {
    if (error || !client) return reject(error);
    runPart(client, [statement], timeoutMs).then(
      ([rows]) => {
        release();
        resolve(rows as Row[]);
      },
      (failure: Error) => {
        release(failure);
        reject(failure);
      },
    );
  });
  return promise;
}
