import type { Sql } from './sql.ts';

/** A statement that a store has composed, for code that only passes it on. */
export type Statement = Sql;

/** Work that ends a transaction. */
export type LastWork = () => Promise<Sql | undefined>;

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
   * may need another's answer; those after one that fails are not run.
   */
  pipeline<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The same with the commit as the last of the packet; nothing comes after it. Not repeated on another connection when
   * the pooled one is dead: that leaves the outcome unknown.
   */
  commitTogether<T>(work: () => Promise<T>): Promise<T>;
  /** Notifies the listeners of the channel once, and only if, the transaction has committed. */
  notifyAfterCommit(channel: string, payload: string): void;
  /** Runs in the commit's packet. The caller has made sure that it succeeds: a failure undoes the transaction. */
  queryAtCommit(statement: Sql): void;
  /** Runs now what waits for the commit, for work that relies on it. */
  queryDeferred(): Promise<void>;
  /** Runs the work as the last part of the transaction. A statement that it returns goes out together with the commit. */
  beforeCommit(work: LastWork): void;
}

export interface Database extends Queries {
  readonly kind: 'postgres' | 'pglite';
  /** When the database last refused a write of this process for its disk's sake. */
  readonly health: { readonly writeRefusedAt: number | null };
  /**
   * Rejects with `OutcomeUnknown` when the commit may have happened. `isUnbounded` waits for each statement however long
   * it takes; the signal cancels the statement that runs, in PostgreSQL.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  connections(): { total: number; idle: number; waiting: number };
  /** Calls `onGap` after a lost connection, when messages may be missing. Returns a function that stops listening. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface TransactionOptions {
  isUnbounded?: boolean;
  signal?: AbortSignal;
}
