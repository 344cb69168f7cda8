import type { MailPreferences, OptionalCategory } from '@kazna/contract/cabinet/notifications';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import type { Directory } from './reads.ts';

export function selectPreferences(
  db: Queries,
  { members, organizations }: Directory,
  userId: string,
): Promise<MailPreferences[]> {
  return db.query<MailPreferences>(sql`
    select o.id as "organizationId", o.name as "organizationName", array(
      select x.category from notification_mutes x
      where x.user_id = m.user_id and x.organization_id = m.organization_id order by x.category) as muted
    from (${members}) m join (${organizations}) o on o.id = m.organization_id and o.is_open
    where m.user_id = ${userId} order by m.joined_at, o.id`);
}

/** Returns false when the person is not a member of the open organization. */
export async function replaceMutes(
  db: Queries,
  { members, organizations }: Directory,
  { userId, organizationId }: { userId: string; organizationId: string },
  muted: readonly OptionalCategory[],
): Promise<boolean> {
  const [member] = await db.query(sql`
    select from (${members}) m join (${organizations}) o on o.id = m.organization_id and o.is_open
    where m.user_id = ${userId} and m.organization_id = ${organizationId} for key share of m`);
  if (!member) return false;
  await db.query(sql`
    delete from notification_mutes
    where user_id = ${userId} and organization_id = ${organizationId} and category <> all(${muted}::text[])`);
  await db.query(sql`
    insert into notification_mutes (user_id, organization_id, category)
    select ${userId}, ${organizationId}, category from unnest(${muted}::text[]) as c (category)
    on conflict do nothing`);
  return true;
}

/** Returns whether anything changed: nothing does for somebody who has left. */
export async function insertMute(
  db: Queries,
  { members }: Directory,
  { userId, organizationId, category }: { userId: string; organizationId: string; category: OptionalCategory },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into notification_mutes (user_id, organization_id, category)
    select m.user_id, m.organization_id, ${category} from (${members}) m
    where user_id = ${userId} and organization_id = ${organizationId}
    on conflict do nothing
    returning category`);
  return rows.length > 0;
}
