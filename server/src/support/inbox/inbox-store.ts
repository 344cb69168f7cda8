import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { InboxFault } from './open-inbox.ts';

export interface Place {
  uidValidity: number;
  uid: number;
}

/** Returns the position, which begins anew in a folder that was created again. */
export async function beginReading(db: Queries, uidValidity: number): Promise<number> {
  await db.query(sql`
    update support_inbox set uid_validity = ${uidValidity}, last_uid = 0, failures = 0 where uid_validity <> ${uidValidity}`);
  const [row] = await db.query<{ uid: number }>(sql`select last_uid::float8 as uid from support_inbox`);
  return row?.uid ?? 0;
}

/** Locks the position. False when another process has passed the letter, or reads another folder. */
export async function passLetter(db: Queries, { uidValidity, uid }: Place): Promise<boolean> {
  const rows = await db.query(sql`
    update support_inbox set last_uid = ${uid}, failures = 0
    where uid_validity = ${uidValidity} and last_uid < ${uid} returning last_uid`);
  return rows.length > 0;
}

/** How often taking the letter after the position has failed. */
export async function countFailure(db: Queries): Promise<number> {
  const [row] = await db.query<{ failures: number }>(sql`
    update support_inbox set failures = failures + 1 returning failures`);
  return row?.failures ?? 0;
}

export async function markRead(db: Queries): Promise<void> {
  await db.query(sql`update support_inbox set read_at = business_now(), fault = null, failing_since = null`);
}

export async function markFailing(db: Queries, fault: InboxFault): Promise<void> {
  await db.query(sql`
    update support_inbox set fault = ${fault}, failing_since = coalesce(failing_since, business_now())`);
}

export interface InboxState {
  fault: InboxFault | null;
  failingSince: string | null;
}

export async function selectInboxState(db: Queries): Promise<InboxState> {
  const [row] = await db.query<InboxState>(sql`select fault, failing_since as "failingSince" from support_inbox`);
  return row as InboxState;
}

/** False for a letter that is a message already. */
export async function insertLetter(tx: Transaction, hash: Buffer, messageId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into support_letters (hash, message_id) values (${hash}, ${messageId}) on conflict do nothing returning hash`);
  return rows.length > 0;
}

export async function isLetterTaken(db: Queries, hash: Buffer): Promise<boolean> {
  return (await db.query(sql`select from support_letters where hash = ${hash}`)).length > 0;
}

/** Of an address that its person has confirmed; null for a blocked or deleted account. */
export async function findSender(db: Queries, email: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from users where email = ${email} and status = 'active' and email_verified_at is not null`);
  return row?.id ?? null;
}

export interface AnsweredRequest {
  requestId: string;
  number: number;
  organizationId: string;
}

export async function findRequestByNumber(db: Queries, number: number): Promise<AnsweredRequest | null> {
  const [row] = await db.query<AnsweredRequest>(sql`
    select id as "requestId", number::float8 as number, organization_id as "organizationId"
    from support_requests where number = ${number}`);
  return row ?? null;
}
