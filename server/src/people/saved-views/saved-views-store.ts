import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

/** Whose views are meant: of a member of the organization, or of staff where it is null. */
export interface Place {
  userId: string;
  organizationId: string | null;
}

export interface ViewRow {
  id: string;
  list: string;
  name: string;
  filters: Record<string, string>;
  isShared: boolean;
}

const columns = sql`v.id, v.list, v.name, v.filters, v.user_id is null as "isShared"`;

function seenIn({ userId, organizationId }: Place): Sql {
  return sql`v.organization_id is not distinct from ${organizationId}::uuid
    and (v.user_id = ${userId} or v.user_id is null)`;
}

/** Own ones first, by name. */
export function selectViews(db: Queries, place: Place, list: string, limit: number): Promise<ViewRow[]> {
  return db.query<ViewRow>(sql`
    select ${columns} from saved_views v where ${seenIn(place)} and v.list = ${list}
    order by v.user_id is null, lower(v.name), v.id limit ${limit}`);
}

/** Null for an unknown view and for one of another person, organization or area. */
export async function lockView(tx: Transaction, place: Place, id: string): Promise<ViewRow | null> {
  const [row] = await tx.query<ViewRow>(
    sql`select ${columns} from saved_views v where v.id = ${id} and ${seenIn(place)} for update`,
  );
  return row ?? null;
}

export async function countViews(
  tx: Transaction,
  { userId, organizationId }: Place,
  { list, isShared }: { list: string; isShared: boolean },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from saved_views v
    where v.organization_id is not distinct from ${organizationId}::uuid and v.list = ${list}
      and v.user_id is not distinct from ${isShared ? null : userId}::uuid`);
  return row?.count ?? 0;
}

export async function insertView(
  tx: Transaction,
  { userId, organizationId }: Place,
  { list, name, filters, isShared }: Omit<ViewRow, 'id'>,
): Promise<string> {
  const id = uuidv7();
  await tx.query(sql`
    insert into saved_views (id, organization_id, user_id, list, name, filters)
    values (${id}, ${organizationId}, ${isShared ? null : userId}, ${list}, ${name}, ${filters})`);
  return id;
}

export async function updateView(tx: Transaction, { id, name, filters }: ViewRow): Promise<void> {
  await tx.query(sql`update saved_views set name = ${name}, filters = ${filters} where id = ${id}`);
}

export async function deleteView(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`delete from saved_views where id = ${id}`);
}

/** Those of the catalogue that exist: a filter by another one shows nothing for ever. */
export async function selectCatalogueIds(db: Queries, ids: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id from services where id = any(${ids}) union all
    select id from tariffs where id = any(${ids}) union all
    select id from tariff_versions where id = any(${ids})`);
  return new Set(rows.map(({ id }) => id));
}

/** Shared views stay with the organization. */
export async function deleteViewsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`delete from saved_views where user_id = ${userId}`);
}

export function selectViewsOf(db: Queries, userId: string, limit: number): Promise<object[]> {
  return db.query(sql`
    select list, name, filters, organization_id as "organizationId", created_at as "createdAt"
    from saved_views where user_id = ${userId} order by id limit ${limit}`);
}
