import { type Sql, sql } from '../platform/db/sql.ts';

/** Conditions on `announcements a`. */
const isShown = sql`a.from_at <= now() and a.until_at > now()`;

/** More would push the page out of sight. */
const maxShown = 3;

/** Whether a member `role` of the organization belongs to the audience of `a`. */
export function reaches(role: Sql, organizationId: Sql): Sql {
  return sql`(
    a.audience = 'everybody'
    or a.audience = 'owners' and ${role} = 'owner'
    or a.audience = 'tariff' and exists (
      select from subscriptions t
      where t.organization_id = ${organizationId} and t.tariff_id = a.tariff_id and t.status <> 'ended'))`;
}

/**
 * An expression: what is announced now to the person who stands in the organization, which may be null. The latest come
 * first; those that they took away are marked.
 */
export function announcementsFor(userId: Sql, organizationId: Sql): Sql {
  return sql`coalesce((
    select json_agg(json_build_object('id', a.id, 'text', a.text, 'link', a.link, 'isDismissed', a.is_dismissed)
      order by a.from_at desc, a.id desc)
    from (
      select a.*, exists (select from announcement_dismissals d
        where d.user_id = ${userId} and d.announcement_id = a.id) as is_dismissed
      from announcements a
      where ${isShown} and ${reaches(
        sql`(select m.role from memberships m where m.user_id = ${userId} and m.organization_id = ${organizationId})`,
        organizationId,
      )}
      order by a.from_at desc, a.id desc limit ${maxShown}) a), '[]')`;
}
