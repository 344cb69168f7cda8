import type pg from 'pg';
import type { Deadlines } from './deadlines.ts';
import { commitFailure, isConnectionLost, isReadTimeout } from './errors.ts';
import { begin, commit, type Prepared, partsOf, type Rows, runPart } from './pipeline.ts';

/** More than one connection of the pool may have died unnoticed. */
const maxBeginAttempts = 3;

interface Waiting {
  statement: Prepared;
  resolve: (rows: Rows) => void;
  reject: (error: unknown) => void;
}

/**
 * A transaction on its connection. It begins in the packet of its first statement, and the last ones go out with the
 * commit. Nothing is sent before the beginning has succeeded, nor after the end: it would run outside of the transaction.
 */
export class OpenTransaction {
  #client: pg.PoolClient;
  readonly #replace: (lost: Error) => Promise<pg.PoolClient>;
  readonly #deadlines: Deadlines | undefined;
  #hasBegun = false;
  #isOver = false;
  #isCommitted = false;
  /** What has to succeed before anything else is sent; null for nothing. */
  #before: Promise<unknown> | null = null;
  #pipelined: Waiting[] | null = null;
  #commitsTogether = false;

  /** `replace` gives up a connection that died unnoticed for another. */
  constructor(
    client: pg.PoolClient,
    replace: (lost: Error) => Promise<pg.PoolClient>,
    deadlines: Deadlines | undefined,
  ) {
    this.#client = client;
    this.#replace = replace;
    this.#deadlines = deadlines;
  }

  run(statement: Prepared): Promise<Rows> {
    if (!this.#pipelined) return this.#send([statement]).then(([rows]) => rows as Rows);
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    this.#pipelined.push({ statement, resolve, reject });
    return promise;
  }

  /** For statements that cannot be prepared, such as several in one text. */
  runPlain<T>(query: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    this.#sendTogether();
    if (this.#isOver) return Promise.reject(new TransactionOver());
    // Statements that wait for the beginning fail with it.
    if (!this.#hasBegun) this.#send([]).catch(() => {});
    return this.#before ? this.#inTurn(this.#before.then(() => query(this.#client))) : query(this.#client);
  }

  get isCommitted(): boolean {
    return this.#isCommitted;
  }

  /** Sends what the work starts at once in one packet. */
  pipeline<T>(work: () => Promise<T>): Promise<T> {
    if (this.#pipelined) return work();
    this.#pipelined = [];
    // Not before work that awaits something on its way to its statement has got there.
    setImmediate(() => this.#sendTogether());
    return work();
  }

  /** The same with the commit as the last of the packet. */
  commitTogether<T>(work: () => Promise<T>): Promise<T> {
    this.#commitsTogether = true;
    return this.pipeline(work);
  }

  /** For a transaction whose only statements go out with the commit: the commit cannot be sent twice. */
  async begin(): Promise<void> {
    this.#sendTogether();
    if (!this.#hasBegun) await this.#send([]);
  }

  async commit(last: Prepared[]): Promise<void> {
    await this.#sendLast(last);
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    await this.#before?.catch(() => {});
    if (this.#hasBegun)
      await this.#client.query({ text: 'rollback', query_timeout: this.#deadlines?.milliseconds } as pg.QueryConfig);
  }

  #sendTogether(): void {
    const waiting = this.#pipelined;
    this.#pipelined = null;
    if (!waiting || waiting.length === 0) return;
    const statements = waiting.map(({ statement }) => statement);
    (this.#commitsTogether ? this.#sendLast(statements) : this.#send(statements)).then(
      (results) => {
        for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Rows);
      },
      (error) => {
        for (const { reject } of waiting) reject(error);
      },
    );
  }

  /** Adds the commit. */
  async #sendLast(statements: Prepared[]): Promise<Rows[]> {
    if (this.#isOver) throw new TransactionOver();
    const sent = this.#send([...statements, commit]);
    this.#isOver = true;
    try {
      const results = await sent;
      this.#isCommitted = true;
      return results;
    } catch (error) {
      throw commitFailure(error);
    }
  }

  /** Returns the results of the statements without the beginning's. */
  #send(statements: Prepared[]): Promise<Rows[]> {
    if (this.#isOver) return Promise.reject(new TransactionOver());
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      const all = [begin, ...statements];
      const sent = statements.at(-1) === commit ? this.#runAll(all) : this.#runFirst(all);
      return this.#inTurn(sent).then((results) => results.slice(1));
    }
    if (this.#before) return this.#inTurn(this.#before.then(() => this.#runAll(statements)));
    const parts = partsOf(this.#client, statements);
    return parts.length === 1
      ? runPart(this.#client, statements, this.#deadlines)
      : this.#inTurn(this.#runAll(statements));
  }

  /** Nothing is committed yet, so that a connection that died unnoticed is replaced by another. */
  async #runFirst(statements: Prepared[]): Promise<Rows[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#runAll(statements);
      } catch (error) {
        if (attempt === maxBeginAttempts || !isConnectionLost(error) || isReadTimeout(error)) throw error;
        this.#client = await this.#replace(error as Error);
      }
    }
  }

  async #runAll(statements: Prepared[]): Promise<Rows[]> {
    const results: Rows[] = [];
    for (const part of partsOf(this.#client, statements))
      results.push(...(await runPart(this.#client, part, this.#deadlines)));
    return results;
  }

  /** Everything that comes later waits for it. */
  #inTurn<T>(sent: Promise<T>): Promise<T> {
    const settled = () => {
      if (this.#before === sent) this.#before = null;
    };
    this.#before = sent;
    sent.then(settled, settled);
    return sent;
  }
}

class TransactionOver extends Error {
  constructor() {
    super('the transaction is over');
  }
}
