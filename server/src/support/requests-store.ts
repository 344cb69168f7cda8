import type { AdminRequest } from '@kazna/contract/admin/requests';
import type { AboutKind, Request, RequestState, RequestTopic } from '@kazna/contract/cabinet/requests';
import { nameForStaff } from '../organizations/reads.ts';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { toTsQuery } from '../platform/db/matching-ids.ts';
import { allOf, type Sql, sql } from '../platform/db/sql.ts';
import { isSeenBy, type Viewer } from './viewer-store.ts';

export interface RequestRow {
  id: string;
  number: number;
  organizationId: string;
  authorId: string;
  isAboutMoney: boolean;
  state: RequestState;
  assigneeId: string | null;
  messageCount: number;
}

export interface NewRequest {
  id: string;
  organizationId: string;
  authorId: string;
  topic: RequestTopic;
  isAboutMoney: boolean;
  title: string;
  about: { kind: AboutKind; id: string; label: string } | null;
}

/** Returns the number. */
export async function insertRequest(tx: Transaction, row: NewRequest): Promise<number> {
  const { id, organizationId, authorId, topic, isAboutMoney, title, about } = row;
  const [inserted] = await tx.query<{ number: number }>(sql`
    insert into support_requests (id, organization_id, author_id, topic, is_about_money, title, about_kind, about_id, about_label)
    values (${id}, ${organizationId}, ${authorId}, ${topic}, ${isAboutMoney}, ${title}, ${about?.kind ?? null},
      ${about?.id ?? null}, ${about?.label ?? null})
    returning number::float8 as number`);
  return inserted?.number as number;
}

/** Serializes what one person opens, so that requests made at once cannot pass the limit together. */
export async function countOpenOf(tx: Transaction, authorId: string): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('support ' || ${authorId}))`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from support_requests where author_id = ${authorId} and state <> 'closed'`);
  return row?.count ?? 0;
}

const lockedColumns = sql`id, number::float8 as number, organization_id as "organizationId", author_id as "authorId",
  is_about_money as "isAboutMoney", state, assignee_id as "assigneeId", message_count as "messageCount"`;

/** Lock order: after the organization. */
export async function lockRequest(tx: Transaction, id: string): Promise<RequestRow | null> {
  const [row] = await tx.query<RequestRow>(sql`
    select ${lockedColumns} from support_requests where id = ${id} for update`);
  return row ?? null;
}

export async function findOrganizationOf(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ organizationId: string }>(sql`
    select organization_id as "organizationId" from support_requests where id = ${id}`);
  return row?.organizationId ?? null;
}

/** The assignee, unless they are staff no longer: what they closed may be opened again. */
const presentAssignee = sql`(
  select u.id from users u where u.id = assignee_id and u.operator_role is not null and u.status = 'active')`;

/** It is our turn from the first unanswered message. */
export async function markAsked(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`
    update support_requests set state = case when state = 'new' then 'new' else 'ours' end,
      waiting_since = coalesce(waiting_since, business_now()), changed_at = business_now(), message_count = message_count + 1,
      assignee_id = ${presentAssignee}
    where id = ${id}`);
}

export async function markAnswered(
  tx: Transaction,
  id: string,
  { state, answeredBy }: { state: 'theirs' | 'closed'; answeredBy: string },
): Promise<void> {
  await tx.query(sql`
    update support_requests set state = ${state}, waiting_since = null, changed_at = business_now(),
      message_count = message_count + 1, assignee_id = coalesce(${presentAssignee}, ${answeredBy})
    where id = ${id}`);
}

/** A note moves nothing that customers see, not even the order of their list. */
export async function countNote(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`update support_requests set message_count = message_count + 1 where id = ${id}`);
}

export async function setState(tx: Transaction, id: string, state: 'ours' | 'theirs' | 'closed'): Promise<void> {
  const waitingSince = state === 'ours' ? sql`coalesce(waiting_since, business_now())` : sql`null`;
  await tx.query(sql`
    update support_requests set state = ${state}, waiting_since = ${waitingSince}, changed_at = business_now()
    where id = ${id} and state <> ${state}`);
}

export async function setAssignee(tx: Transaction, id: string, assigneeId: string | null): Promise<void> {
  await tx.query(sql`update support_requests set assignee_id = ${assigneeId} where id = ${id}`);
}

/** Of somebody who is staff no longer. Lock order: before the person. Returns whether there were any. */
export async function releaseRequests(tx: Transaction, assigneeId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update support_requests set assignee_id = null
    where id = any(array(
      select id from support_requests where assignee_id = ${assigneeId} and state <> 'closed' order by id for update))
    returning 1`);
  return rows.length > 0;
}

/** Locks requests whose customer has not answered for so long. */
export function lockAbandoned(tx: Transaction, days: number, limit: number): Promise<RequestRow[]> {
  return tx.query<RequestRow>(sql`
    select ${lockedColumns} from support_requests
    where state = 'theirs' and changed_at < business_now() - make_interval(days => ${days})
    order by changed_at, id limit ${limit} for update skip locked`);
}

/** Of an organization that closes. */
export async function closeRequestsOf(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    update support_requests set state = 'closed', waiting_since = null, changed_at = business_now()
    where organization_id = ${organizationId} and state <> 'closed'`);
}

export const nameOf = (person: Sql) =>
  sql`(select u.name from users u where u.id = ${person} and u.deleted_at is null)`;

const shared = sql`r.id, r.number::float8 as number, r.topic, r.title, r.state, ${nameOf(sql`r.author_id`)} as "authorName",
  case when r.about_kind is not null then json_build_object('kind', r.about_kind, 'id', r.about_id, 'label', r.about_label)
    end as about, r.created_at as "createdAt", r.changed_at as "changedAt"`;

/** The expression of the index of messages. */
const searchVector = sql`to_tsvector('simple', coalesce(m.text, ''))`;

interface MomentPage {
  limit: number;
  /** `momentCursor` of the contract. */
  cursor?: string | undefined;
}

function readCursor(cursor: string): [moment: string, id: string] {
  return cursor.split('_') as [string, string];
}

interface CustomerFilter extends MomentPage {
  state?: 'open' | 'closed' | undefined;
  q?: string | undefined;
}

/** Notes are not searched: what they say must not be guessed by asking for it. */
function foundByCustomer(q: string, organizationId: string): Sql {
  const number = /^№?\s*(\d{1,15})$/.exec(q)?.[1];
  if (number) return sql`r.number = ${number}::bigint`;
  return sql`r.id = any(array(
    select m.request_id from support_messages m join support_requests f on f.id = m.request_id
    where ${searchVector} @@ to_tsquery('simple', ${toTsQuery(q)}) and m.side <> 'note' and f.organization_id = ${organizationId}
    limit 1000))`;
}

export function selectRequests(
  db: Queries,
  viewer: Viewer,
  { state, q, limit, cursor }: CustomerFilter,
): Promise<Request[]> {
  const [moment, after] = cursor ? readCursor(cursor) : [];
  const where = allOf(
    sql`r.organization_id = ${viewer.organizationId}`,
    isSeenBy(viewer),
    state === 'open' && sql`r.state <> 'closed'`,
    state === 'closed' && sql`r.state = 'closed'`,
    q && foundByCustomer(q, viewer.organizationId),
    moment && sql`(r.changed_at, r.id) < (${moment}::timestamptz, ${after}::uuid)`,
  );
  return db.query<Request>(sql`
    select ${shared}, r.author_id = ${viewer.userId} as "isOwn" from support_requests r
    where ${where} order by r.changed_at desc, r.id desc limit ${limit + 1}`);
}

/** Null for what the person may not see. */
export async function findRequest(db: Queries, viewer: Viewer, id: string): Promise<Request | null> {
  const [row] = await db.query<Request>(sql`
    select ${shared}, r.author_id = ${viewer.userId} as "isOwn" from support_requests r
    where r.id = ${id} and r.organization_id = ${viewer.organizationId} and ${isSeenBy(viewer)}`);
  return row ?? null;
}

const staffColumns = sql`${shared}, r.organization_id as "organizationId", ${nameForStaff} as "organizationName",
  r.waiting_since as "waitingSince",
  (select json_build_object('id', a.id, 'name', a.name) from users a where a.id = r.assignee_id) as assignee`;

export async function findRequestAsStaff(db: Queries, id: string): Promise<AdminRequest | null> {
  const [row] = await db.query<AdminRequest>(sql`
    select ${staffColumns} from support_requests r join organizations o on o.id = r.organization_id where r.id = ${id}`);
  return row ?? null;
}

export interface QueueFilter extends MomentPage {
  list: 'waiting' | 'theirs' | 'closed' | 'all';
  /** Null for requests without one. */
  assigneeId?: string | null | undefined;
  organizationId?: string | undefined;
  q?: string | undefined;
}

function foundByStaff(q: string): Sql {
  const number = /^№?\s*(\d{1,15})$/.exec(q)?.[1];
  if (number) return sql`r.number = ${number}::bigint`;
  const prefix = toTsQuery(q);
  return sql`r.id = any(array(
    (select m.request_id from support_messages m where ${searchVector} @@ to_tsquery('simple', ${prefix}) limit 1000)
    union all
    (select f.id from support_requests f where f.organization_id = any(array(
      select o.id from organizations o
      where to_tsvector('simple', translate(o.name, '«»„“”', '     ')) @@ to_tsquery('simple', ${prefix}) limit 100))
      limit 1000)))`;
}

/** What waits, the longest first; other lists the changed last first. The page is cut before names are joined to it. */
export function selectQueue(db: Queries, filter: QueueFilter): Promise<AdminRequest[]> {
  const { list, assigneeId, organizationId, q, limit, cursor } = filter;
  const isWaiting = list === 'waiting';
  const [moment, after] = cursor ? readCursor(cursor) : [];
  const where = allOf(
    isWaiting && sql`r.waiting_since is not null`,
    list === 'theirs' && sql`r.state = 'theirs'`,
    list === 'closed' && sql`r.state = 'closed'`,
    assigneeId === null && sql`r.assignee_id is null`,
    typeof assigneeId === 'string' && sql`r.assignee_id = ${assigneeId}`,
    organizationId && sql`r.organization_id = ${organizationId}`,
    q && foundByStaff(q),
    moment && isWaiting && sql`(r.waiting_since, r.id) > (${moment}::timestamptz, ${after}::uuid)`,
    moment && !isWaiting && sql`(r.changed_at, r.id) < (${moment}::timestamptz, ${after}::uuid)`,
  );
  const order = isWaiting ? sql`r.waiting_since, r.id` : sql`r.changed_at desc, r.id desc`;
  return db.query<AdminRequest>(sql`
    select ${staffColumns}
    from (select r.* from support_requests r where ${where} order by ${order} limit ${limit + 1}) r
    join organizations o on o.id = r.organization_id order by ${order}`);
}

/** Counts no further than the badge shows. */
export async function countWaiting(db: Queries, staffId: string): Promise<{ all: number; own: number }> {
  const counted = (condition: Sql) => sql`(select count(*)::int from (
    select from support_requests where waiting_since is not null and ${condition} limit 100) c)`;
  const [row] = await db.query<{ all: number; own: number }>(sql`
    select ${counted(sql`true`)} as "all", ${counted(sql`assignee_id = ${staffId}`)} as own`);
  return row as { all: number; own: number };
}

/** Requests stay for the organization and the business, without what the person wrote. */
export async function anonymizeRequests(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`update support_requests set title = null where author_id = ${userId} and title is not null`);
}
