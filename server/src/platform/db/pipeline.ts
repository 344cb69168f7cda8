import pg from 'pg';
import { isSocket, sendTogether } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import { type Decode, decoderOf, type Field } from './decode-row.ts';
import { RolledBack, readTimeout } from './errors.ts';

export interface Prepared {
  name: string;
  text: string;
  values: unknown[];
  /** The first column is the same in every row and stands apart: each row is a `HeadedRow`. */
  hasHead?: boolean;
}

export const begin: Prepared = { name: 'begin', text: 'begin', values: [] };
export const commit: Prepared = { name: 'commit', text: 'commit', values: [] };

/** What pg keeps of prepared statements, beside what its types declare, and what we do. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  /** By the statement's name: its columns are described once. Null for one without. */
  decoders?: Map<string, Decode | null>;
}
type MapValue = (value: unknown) => string | Buffer | null;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: MapValue } }).utils;

export type Rows = Record<string, unknown>[];

/**
 * Splits the statements into what one packet can take. pg counts one statement of a query as prepared, so no part has two
 * that are new to the connection; and PGlite knows no pipelines.
 */
export function partsOf(client: pg.PoolClient, statements: Prepared[]): Prepared[][] {
  const connection = client.connection as Connection;
  const canJoin = isSocket(connection);
  const parts: Prepared[][] = [];
  let hasNew = false;
  for (const statement of statements) {
    const isNew = !isKnown(connection, statement);
    const part = parts.at(-1);
    if (part && canJoin && !(isNew && hasNew)) part.push(statement);
    else {
      parts.push([statement]);
      hasNew = false;
    }
    hasNew ||= isNew;
  }
  return parts;
}

function isKnown({ parsedStatements, submittedNamedStatements }: Connection, { name }: Prepared): boolean {
  return parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
}

/**
 * Runs the statements in their order, one packet to the database and one back, and returns the rows of each. They share a
 * Sync: when one fails, PostgreSQL skips those after it.
 */
export function runPart(
  client: pg.PoolClient,
  statements: Prepared[],
  deadlines: Deadlines | undefined,
): Promise<Rows[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Rows[]>();
  send(client, statements, deadlines, (error, rows) => (error ? reject(error) : resolve(rows as Rows[])));
  return promise;
}

type Callback = (error: Error | null, rows?: Rows[]) => void;

/** An answer after the deadline has no reader: the connection is closed, as pg does at a `query_timeout` of its own. */
function send(
  client: pg.PoolClient,
  statements: Prepared[],
  deadlines: Deadlines | undefined,
  callback: Callback,
): void {
  const connection = client.connection as Connection;
  if (!deadlines) {
    client.query(new Pipeline(connection, statements, callback));
    return;
  }
  const pipeline = new Pipeline(connection, statements, (error, rows) => {
    deadlines.end(deadline);
    callback(error, rows);
  });
  const deadline = deadlines.begin(() => {
    pipeline.callback = () => {};
    connection.stream.destroy();
    callback(readTimeout());
  });
  client.query(pipeline);
}

/** Replaces what pg.Query does with answers: one query's result, described anew by each. */
class Pipeline {
  /** The statement that is new to the connection: pg notes by name and text that it is prepared. */
  readonly name: string | undefined;
  readonly text: string | undefined;
  callback: Callback;
  readonly #connection: Connection;
  readonly #statements: Prepared[];
  readonly #decoders: Map<string, Decode | null>;
  readonly #rows: Rows[];
  #failure: Error | undefined;
  #current = 0;
  #decode: Decode | null | undefined;

  constructor(connection: Connection, statements: Prepared[], callback: Callback) {
    const added = statements.find((statement) => !isKnown(connection, statement));
    this.name = added?.name;
    this.text = added?.text;
    this.callback = callback;
    this.#connection = connection;
    this.#statements = statements;
    connection.decoders ??= new Map();
    this.#decoders = connection.decoders;
    this.#rows = statements.map(() => []);
    this.#decode = this.#decoders.get((statements[0] as Prepared).name);
  }

  /** pg hands an error that is returned to the query. */
  submit(): Error | null {
    const connection = this.#connection;
    let values: (string | Buffer | null)[][];
    try {
      values = this.#statements.map((statement) => statement.values.map((value) => prepareValue(value)));
    } catch (error) {
      return error as Error;
    }
    sendTogether(connection, () => {
      for (let index = 0; index < values.length; index += 1) {
        const { name, text } = this.#statements[index] as Prepared;
        if (name === this.name) {
          connection.parse({ name, text, types: [] }, true);
          connection.submittedNamedStatements[name] = text;
        }
        connection.bind({ statement: name, values: values[index] }, true);
        if (!this.#decoders.has(name)) connection.describe({ type: 'P' }, true);
        connection.execute(null, true);
      }
      connection.sync();
    });
    return null;
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#decode = decoderOf(fields);
    this.#decoders.set(this.#currentName(), this.#decode);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      if (!this.#decode) return;
      const rows = this.#rows[this.#current];
      if (this.#statements[this.#current]?.hasHead) rows?.push({ head: fields[0], row: this.#decode(fields, 1) });
      else rows?.push(this.#decode(fields, 0));
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.#currentName();
    if (name === commit.name && text === 'ROLLBACK') this.#failure ??= new RolledBack();
    if (!this.#decoders.has(name)) this.#decoders.set(name, null);
    this.#current += 1;
    this.#decode = this.#decoders.get(this.#currentName());
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, this.#rows);
  }

  #currentName(): string {
    return this.#statements[this.#current]?.name ?? '';
  }
}

// pg takes into its pipeline only what is a Query, whose constructor makes an emitter and a result that stay unused.
Object.setPrototypeOf(Pipeline.prototype, pg.Query.prototype);

/** On any connection of the pool. One that a statement failed on is closed, as pg's own `pool.query` does. */
export function runPrepared<Row>(pool: pg.Pool, statement: Prepared, deadlines: Deadlines | undefined): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
  pool.connect((error, client, release) => {
    if (error || !client) return reject(error);
    send(client, [statement], deadlines, (failure, results) => {
      if (failure) {
        release(failure);
        reject(failure);
      } else {
        release();
        resolve(results?.[0] as Row[]);
      }
    });
  });
  return promise;
}
