import type { OrganizationNote } from '@kazna/contract/admin/organization-notes';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

const noteColumns = sql`
  n.id, n.text, case when u.deleted_at is null then u.name end as "authorName", n.created_at as "createdAt"`;

export function selectNotes(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<OrganizationNote[]> {
  const where = allOf(sql`n.organization_id = ${organizationId}`, cursor && sql`n.id < ${cursor}`);
  return db.query<OrganizationNote>(sql`
    select ${noteColumns} from organization_notes n join users u on u.id = n.author_id
    where ${where} order by n.id desc limit ${limit + 1}`);
}

/** Returns null where there is no such organization. */
export async function insertNote(
  db: Queries,
  note: { id: string; organizationId: string; authorId: string; text: string },
): Promise<OrganizationNote | null> {
  const [row] = await db.query<OrganizationNote>(sql`
    with n as (
      insert into organization_notes (id, organization_id, author_id, text)
      select ${note.id}, o.id, ${note.authorId}, ${note.text} from organizations o where o.id = ${note.organizationId}
      returning *
    )
    select ${noteColumns} from n join users u on u.id = n.author_id`);
  return row ?? null;
}
