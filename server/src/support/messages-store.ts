import type { AdminRequestMessage } from '@kazna/contract/admin/requests';
import type { RequestMessage } from '@kazna/contract/cabinet/requests';
import { organizationRoleCan, organizationRoles } from '@kazna/contract/shared/permissions';
import type { Queries, Transaction } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';
import { nameOf, type RequestRow } from './requests-store.ts';

export interface NewMessage {
  id: string;
  requestId: string;
  authorId: string;
  side: 'customer' | 'staff' | 'note';
  text: string;
  isByMail?: boolean;
}

export async function insertMessage(
  tx: Transaction,
  { id, requestId, authorId, side, text, isByMail = false }: NewMessage,
): Promise<void> {
  await tx.query(sql`
    insert into support_messages (id, request_id, author_id, side, text, by_mail)
    values (${id}, ${requestId}, ${authorId}, ${side}, ${text}, ${isByMail})`);
}

const columns = sql`m.id, ${nameOf(sql`m.author_id`)} as "authorName", m.side <> 'customer' as "isByStaff",
  m.by_mail as "isByMail", m.text,
  m.created_at as "createdAt", coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'sizeBytes', f.size_bytes) order by f.id)
    from support_files f where f.message_id = m.id), '[]') as files`;

/** Newest first; the cursor of another request selects nothing. */
function pageOf(requestId: string, { limit, cursor }: PageRequest, isForStaff: boolean) {
  const after = sql`m.id < (select c.id from support_messages c where c.id = ${cursor ?? null} and c.request_id = ${requestId})`;
  const where = allOf(sql`m.request_id = ${requestId}`, !isForStaff && sql`m.side <> 'note'`, cursor && after);
  return sql`from support_messages m where ${where} order by m.id desc limit ${limit + 1}`;
}

export function selectMessages(
  db: Queries,
  requestId: string,
  readerId: string,
  page: PageRequest,
): Promise<RequestMessage[]> {
  return db.query<RequestMessage>(sql`
    select ${columns}, m.author_id = ${readerId} as "isOwn" ${pageOf(requestId, page, false)}`);
}

export function selectMessagesAsStaff(
  db: Queries,
  requestId: string,
  readerId: string,
  page: PageRequest,
): Promise<AdminRequestMessage[]> {
  return db.query<AdminRequestMessage>(sql`
    select ${columns}, m.author_id = ${readerId} as "isOwn", m.side = 'note' as "isNote"
    ${pageOf(requestId, page, true)}`);
}

const rolesThat = (permission: 'requests.money' | 'requests.read') =>
  organizationRoles.filter((role) => organizationRoleCan(role, permission));
const seeAll = rolesThat('requests.read');
const seeMoney = rolesThat('requests.money');

/** The author and others who wrote, as long as they are members who may see the request. */
export async function selectParticipants(tx: Transaction, request: RequestRow): Promise<string[]> {
  const { id, organizationId, authorId, isAboutMoney } = request;
  const roles = isAboutMoney ? seeMoney : seeAll;
  const rows = await tx.query<{ userId: string }>(sql`
    select distinct b.user_id as "userId" from support_messages m
    join memberships b on b.organization_id = ${organizationId} and b.user_id = m.author_id
    where m.request_id = ${id} and m.side = 'customer'
      and (b.user_id = ${authorId} or b.role = any(${roles}::text[]))`);
  return rows.map(({ userId }) => userId);
}

/** What a letter to staff quotes; null once it was removed. */
export async function findMessageText(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ text: string | null }>(sql`select text from support_messages where id = ${id}`);
  return row?.text ?? null;
}

export async function anonymizeMessages(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`
    update support_messages set text = null where author_id = ${userId} and side = 'customer' and text is not null`);
}
