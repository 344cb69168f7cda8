import { hash } from 'node:crypto';
import type { Queries, Statement, Transaction } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import {
  deleteKeys,
  insertKeys,
  type KeyName,
  type KeyRow,
  keyInsert,
  type StoredAnswer,
  selectKeys,
} from './store.ts';

export interface Claim extends KeyName {
  /** As validated, without what the scope says already. */
  body: object;
  /** The id of what the work makes or changes. A repeated call gets the first one's, to present it anew. */
  reference: string;
  /** How long a repeated call is recognized; null for good. */
  keepDays: number | null;
}

export interface Repeated {
  isNew: false;
  reference: string;
  /** Null when none is stored: the work is under way in several transactions, or answers are presented anew. */
  answer: StoredAnswer | null;
}

export type Claimed = { isNew: true } | Repeated;

/**
 * Claims an idempotency key in the transaction that does the work, so that both are stored or neither. A concurrent call
 * with the key waits here until that transaction ends, and does the work itself if it was rolled back. Lock order: before
 * all locks, or under the lock of what the work is about.
 */
export async function claimKey(tx: Transaction, claim: Claim): Promise<Claimed> {
  const [claimed] = await claimKeys(tx, [claim]);
  if (!claimed || claimed === 'conflict') throw new Problem('idempotency_conflict');
  return claimed;
}

/**
 * The claim as a part of the statement that does the work, for a round trip less; not made unless the condition holds. It
 * has a row if the key is new: without one the work must not be done, and `findRepeated` says what the key was used for.
 */
export function claimWithin({ body, ...claim }: Claim, condition?: Statement): Statement {
  return keyInsert({ ...claim, bodyHash: hashBody(body) }, condition);
}

/** What a key that is not new was used for; throws when that was another body. */
export async function findRepeated(db: Queries, claim: Claim): Promise<Repeated> {
  return (await findUsed(db, claim)) ?? unavailable();
}

/** What a key was used for, null for nothing; throws when that was another body. */
export async function findUsed(db: Queries, { scope, key, body }: Claim): Promise<Repeated | null> {
  const [row] = await selectKeys(db, [{ scope, key }]);
  const repeated = row ? repetition(hashBody(body), row) : null;
  if (repeated === 'conflict') throw new Problem('idempotency_conflict');
  return repeated;
}

/** Those of the keys that were used, whatever for. */
export async function findUsedKeys(db: Queries, names: KeyName[]): Promise<Set<string>> {
  return new Set((await selectKeys(db, names)).map(({ key }) => key));
}

/** Claims the keys of a batch in one statement. A key used for another body is that item's conflict alone. */
export async function claimKeys(tx: Transaction, claims: Claim[]): Promise<(Claimed | 'conflict')[]> {
  const keys = claims.map(({ body, ...claim }) => ({ ...claim, bodyHash: hashBody(body) }));
  const inserted = new Set((await insertKeys(tx, keys)).map(nameOf));
  // Of equal keys in one batch the first one is new, the others repeat it.
  const isNew = keys.map((key) => inserted.delete(nameOf(key)));
  const repeated = keys.filter((_, index) => !isNew[index]);
  // A statement of its own: the one that waited does not see what it waited for.
  const rows = repeated.length > 0 ? await selectKeys(tx, repeated) : [];
  const earlier = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.map((key, index) =>
    isNew[index] ? { isNew: true } : repetition(key.bodyHash, earlier.get(nameOf(key)) ?? unavailable()),
  );
}

/** Frees keys that this transaction claimed for work which it then refused. */
export function releaseKeys(tx: Transaction, names: KeyName[]): Promise<void> {
  return deleteKeys(tx, names);
}

/** It expired long ago and was deleted at this moment: the next call finds it free. */
function unavailable(): never {
  throw new Problem('unavailable', { retryAfterSeconds: 1 });
}

function repetition(bodyHash: Buffer, row: KeyRow): Repeated | 'conflict' {
  if (!row.bodyHash.equals(bodyHash)) return 'conflict';
  return { isNew: false, reference: row.reference, answer: row.answer };
}

const nameOf = ({ scope, key }: KeyName) => `${scope}\n${key}`;

/** SHA-256 of the body as JSON with sorted names: a client that retries may write them in another order. */
export function hashBody(body: object): Buffer {
  return hash('sha256', JSON.stringify(body, sortNames), 'buffer');
}

function sortNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
