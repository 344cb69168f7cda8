import type { Database, Queries, Transaction } from '../../src/platform/db/database.ts';

export interface Watched {
  db: Database;
  /** Returns the statements since the last call. */
  take: () => string[];
}

export function watchStatements(db: Database): Watched {
  let texts: string[] = [];
  const noted = <Q extends Queries>(queries: Q): Q => ({
    ...queries,
    query: (statement) => {
      texts.push(statement.text);
      return queries.query(statement);
    },
    queryWithHead: (statement) => {
      texts.push(statement.text);
      return queries.queryWithHead(statement);
    },
    queryPrepared: (text, values) => {
      texts.push(text);
      return queries.queryPrepared(text, values);
    },
    queryText: (text, values) => {
      texts.push(text);
      return queries.queryText(text, values);
    },
  });
  const noteAtCommit =
    (tx: Transaction): Transaction['queryAtCommit'] =>
    (statement) => {
      texts.push(statement.text);
      tx.queryAtCommit(statement);
    };
  return {
    db: {
      ...noted(db),
      transaction: (work) =>
        db.transaction((tx: Transaction) => work({ ...noted(tx), queryAtCommit: noteAtCommit(tx) })),
    },
    take: () => {
      const taken = texts;
      texts = [];
      return taken;
    },
  };
}
