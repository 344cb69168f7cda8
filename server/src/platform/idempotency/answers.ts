import type { Queries, Statement } from '../db/database.ts';
import { answersUpdate, type KeyName, type StoredAnswer, selectKeys, updateAnswer } from './store.ts';

export type { KeyName, StoredAnswer } from './store.ts';

/** Stores and returns the first answer. It names no person: deleting an account does not search here. */
export async function keepAnswer<Body extends object>(
  db: Queries,
  name: KeyName,
  answer: StoredAnswer<Body>,
): Promise<StoredAnswer<Body>> {
  return ((await updateAnswer(db, name, answer)) ?? answer) as StoredAnswer<Body>;
}

/**
 * The same as a part of the statement that makes the answers true: of all rows of a relation with the columns scope, key,
 * status and body.
 */
export function answersKept(answers: Statement): Statement {
  return answersUpdate(answers);
}

/** Null while there is none. */
export async function findAnswer<Body extends object>(db: Queries, name: KeyName): Promise<StoredAnswer<Body> | null> {
  const [row] = await selectKeys(db, [name]);
  return (row?.answer ?? null) as StoredAnswer<Body> | null;
}
