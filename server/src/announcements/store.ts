import type { AdminAnnouncement, AnnouncementForm } from '@kazna/contract/admin/announcements';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { reaches } from './reads.ts';

type Audience = Pick<AnnouncementForm, 'audience' | 'tariffId'>;

/** Of `announcements a`: the people of whom one organization at least puts them in its audience. */
const people = sql`(
  case a.audience
    when 'everybody' then (select count(*) from users u where u.status = 'active')
    else (
      select count(distinct m.user_id) from memberships m
      join users u on u.id = m.user_id and u.status = 'active'
      join organizations o on o.id = m.organization_id and o.status <> 'closed'
      where ${reaches(sql`m.role`, sql`m.organization_id`)})
  end)::int`;

export async function countPeople(db: Queries, { audience, tariffId }: Audience): Promise<number> {
  const [row] = await db.query<{ people: number }>(sql`
    select ${people} as people from (select ${audience}::text as audience, ${tariffId}::uuid as tariff_id) a`);
  return row?.people ?? 0;
}

export function selectAnnouncements(
  db: Queries,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<AdminAnnouncement[]> {
  return db.query<AdminAnnouncement>(sql`
    select a.id, a.text, a.link, a.audience, a.tariff_id as "tariffId", a.from_at as "from", a.until_at as until,
      case when a.until_at <= now() then 'ended' when a.from_at > now() then 'planned' else 'shown' end as state,
      t.name as "tariffName", ${people} as people,
      (select count(*)::int from announcement_dismissals d where d.announcement_id = a.id) as dismissed
    from announcements a left join tariffs t on t.id = a.tariff_id
    where ${cursor ?? null}::uuid is null or a.id < ${cursor ?? null}
    order by a.id desc limit ${limit}`);
}

export async function insertAnnouncement(db: Queries, id: string, form: AnnouncementForm): Promise<void> {
  const { text, link, audience, tariffId, from, until } = form;
  await db.query(sql`
    insert into announcements (id, text, link, audience, tariff_id, from_at, until_at)
    values (${id}, ${text}, ${link}, ${audience}, ${tariffId}, ${from}, ${until})`);
}

export async function updateAnnouncement(db: Queries, id: string, form: AnnouncementForm): Promise<boolean> {
  const { text, link, audience, tariffId, from, until } = form;
  const rows = await db.query(sql`
    update announcements set text = ${text}, link = ${link}, audience = ${audience}, tariff_id = ${tariffId},
      from_at = ${from}, until_at = ${until}
    where id = ${id} returning 1`);
  return rows.length > 0;
}

/** Null for an unknown announcement; otherwise its text. One that has not begun ends as it would begin. */
export async function endAnnouncement(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ text: string }>(sql`
    update announcements set until_at = least(until_at, now()), from_at = least(from_at, now())
    where id = ${id} returning text`);
  return row?.text ?? null;
}

export async function deleteAnnouncement(db: Queries, id: string): Promise<string | null> {
  const [row] = await db.query<{ text: string }>(sql`delete from announcements where id = ${id} returning text`);
  return row?.text ?? null;
}

export async function isTariff(db: Queries, id: string): Promise<boolean> {
  return (await db.query(sql`select from tariffs where id = ${id}`)).length > 0;
}

/** False for an unknown announcement. Whether it is for the person does not matter: a dismissal shows them nothing. */
export async function insertDismissal(db: Queries, userId: string, announcementId: string): Promise<boolean> {
  const rows = await db.query(sql`
    with announced as (select id from announcements where id = ${announcementId}),
      dismissed as (
        insert into announcement_dismissals (user_id, announcement_id) select ${userId}, id from announced
        on conflict do nothing)
    select from announced`);
  return rows.length > 0;
}
