import type { Queries, Transaction } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';

export interface KeyName {
  /** Whose key it is and for what, in ids alone: «payments:…». The same key in another scope is another key. */
  scope: string;
  key: string;
}

export interface NewKey extends KeyName {
  bodyHash: Buffer;
  reference: string;
  keepDays: number | null;
}

export interface StoredAnswer<Body extends object = object> {
  status: number;
  body: Body;
}

export interface KeyRow extends KeyName {
  bodyHash: Buffer;
  reference: string;
  /** Null until one is stored. */
  answer: StoredAnswer | null;
}

const storedAnswer = sql`case when answer is not null then jsonb_build_object('status', status, 'body', answer) end`;

/**
 * Inserts what is not there yet and returns the names of it. Waits for transactions that are inserting one of the keys at
 * this moment. Keys are inserted in their order, so that two batches never deadlock.
 */
export function insertKeys(tx: Transaction, keys: NewKey[]): Promise<KeyName[]> {
  const column = <Name extends keyof NewKey>(name: Name) => keys.map((key) => key[name]);
  return tx.query<KeyName>(sql`
    insert into idempotency_keys (scope, key, body_hash, reference, expires_at)
    select scope, key, body_hash, reference, now() + make_interval(days => keep_days)
    from unnest(${column('scope')}::text[], ${column('key')}::text[], ${column('bodyHash')}::bytea[],
      ${column('reference')}::uuid[], ${column('keepDays')}::int[])
      with ordinality as k (scope, key, body_hash, reference, keep_days, place)
    order by scope, key, place
    on conflict (scope, key) do nothing
    returning scope, key`);
}

/** The insert of one key as a part of another statement, if the condition holds; returns a row if the key is new. */
export function keyInsert({ scope, key, bodyHash, reference, keepDays }: NewKey, condition = sql`true`): Sql {
  return sql`
    insert into idempotency_keys (scope, key, body_hash, reference, expires_at)
    select ${scope}, ${key}, ${bodyHash}::bytea, ${reference}::uuid, now() + make_interval(days => ${keepDays})
    where ${condition}
    on conflict (scope, key) do nothing
    returning true as is_new`;
}

export function selectKeys(db: Queries, names: KeyName[]): Promise<KeyRow[]> {
  return db.query<KeyRow>(sql`
    select scope, key, body_hash as "bodyHash", reference, ${storedAnswer} as answer
    from unnest(${names.map(({ scope }) => scope)}::text[], ${names.map(({ key }) => key)}::text[]) as wanted (scope, key)
    join idempotency_keys using (scope, key)`);
}

/** An answer that is there stays; returns the one that is there now, undefined when the key has expired. */
export async function updateAnswer(
  db: Queries,
  name: KeyName,
  answer: StoredAnswer,
): Promise<StoredAnswer | undefined> {
  const { status, body } = answer;
  const [row] = await db.query<{ answer: StoredAnswer }>(sql`
    update idempotency_keys set answer = coalesce(answer, ${body}::jsonb), status = coalesce(status, ${status})
    where scope = ${name.scope} and key = ${name.key} returning ${storedAnswer} as answer`);
  return row?.answer;
}

export function answersUpdate(answers: Sql): Sql {
  return sql`
    update idempotency_keys k set answer = coalesce(k.answer, a.body), status = coalesce(k.status, a.status)
    from (
      select given.*, found.place from ${answers} given cross join lateral (
        select ctid as place from idempotency_keys where scope = given.scope and key = given.key offset 0) found
    ) a where k.ctid = a.place`;
}

export async function deleteKeys(tx: Transaction, names: KeyName[]): Promise<void> {
  await tx.query(sql`
    delete from idempotency_keys k
    using unnest(${names.map(({ scope }) => scope)}::text[], ${names.map(({ key }) => key)}::text[]) as w (scope, key)
    where k.scope = w.scope and k.key = w.key`);
}

/** Returns how many it deleted. */
export async function deleteExpired(db: Queries, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where expires_at < now() limit ${limit}))
    returning 1`);
  return rows.length;
}
