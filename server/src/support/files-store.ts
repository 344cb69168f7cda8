import type { RequestFile } from '@kazna/contract/cabinet/requests';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { isSeenBy, type Viewer } from './viewer-store.ts';

export interface NewFile extends RequestFile {
  uploadedBy: string;
  /** Null where a folder keeps it. */
  content: Uint8Array | null;
}

export async function insertFile(db: Queries, file: NewFile): Promise<void> {
  const { id, uploadedBy, name, type, sizeBytes, content } = file;
  await db.query(sql`
    insert into support_files (id, uploaded_by, name, type, size_bytes, content)
    values (${id}, ${uploadedBy}, ${name}, ${type}, ${sizeBytes}, ${content})`);
}

export async function countUnsent(db: Queries, uploadedBy: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from support_files where uploaded_by = ${uploadedBy} and message_id is null`);
  return row?.count ?? 0;
}

/** Returns how many there were: an id that is another person's, taken already or missing is not attached. */
export async function attachFiles(
  tx: Transaction,
  { messageId, uploadedBy, ids }: { messageId: string; uploadedBy: string; ids: string[] },
): Promise<number> {
  const rows = await tx.query(sql`
    update support_files set message_id = ${messageId}
    where id = any(${ids}::uuid[]) and uploaded_by = ${uploadedBy} and message_id is null returning id`);
  return rows.length;
}

export interface FoundFile {
  id: string;
  name: string;
  content: Buffer | null;
}

/** Null for a file of a note, of a message not sent, or of a request that the person may not see. */
export async function findFile(db: Queries, viewer: Viewer, id: string): Promise<FoundFile | null> {
  const [row] = await db.query<FoundFile>(sql`
    select f.id, f.name, f.content from support_files f
    join support_messages m on m.id = f.message_id and m.side <> 'note'
    join support_requests r on r.id = m.request_id
    where f.id = ${id} and r.organization_id = ${viewer.organizationId} and ${isSeenBy(viewer)}`);
  return row ?? null;
}

export async function findFileAsStaff(db: Queries, id: string): Promise<FoundFile | null> {
  const [row] = await db.query<FoundFile>(sql`
    select id, name, content from support_files where id = ${id} and message_id is not null`);
  return row ?? null;
}

export async function deleteUnsent(db: Queries, hours: number): Promise<void> {
  await db.query(sql`
    delete from support_files where message_id is null and created_at < business_now() - make_interval(hours => ${hours})`);
}

/** Returns the ids of those that were deleted. */
export async function deleteUnsentAmong(db: Queries, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    delete from support_files where id = any(${ids}::uuid[]) and message_id is null returning id`);
  return rows.map(({ id }) => id);
}

/** Those of the ids that have a row. */
export async function selectKnownFiles(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`select id from support_files where id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** What staff have sent stays with the customer it was sent to. */
export async function deleteFilesOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`
    delete from support_files f where f.uploaded_by = ${userId}
      and not exists (select from support_messages m where m.id = f.message_id and m.side <> 'customer')`);
}
