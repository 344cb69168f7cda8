import { maxUnreadCount, notificationCategories } from '@kazna/contract/cabinet/notifications';
import { organizationRoles } from '@kazna/contract/shared/permissions';
import { arrayLiteral, type Sql, sql } from '../../platform/db/sql.ts';
import { audienceOf, audiencesVisibleTo, categoryOf } from '../letters/audiences.ts';
import type { EventKind } from '../letters/events.ts';

/** Pairs that occur; a person may be concerned by anything. */
const pairs = new Set([
  ...(Object.keys(categoryOf) as EventKind[]).map((kind) => `${audienceOf(kind)} ${categoryOf[kind]}`),
  ...notificationCategories.map((category) => `person ${category}`),
]);

const visible = organizationRoles.flatMap((role) =>
  audiencesVisibleTo(role).flatMap((audience) =>
    notificationCategories
      .filter((category) => pairs.has(`${audience} ${category}`))
      .map((category) => ({ role, audience, category })),
  ),
);
const column = (name: 'role' | 'audience' | 'category') => arrayLiteral(visible.map((lane) => lane[name]));
const [roles, audiences, categories] = [column('role'), column('audience'), column('category')];

/**
 * What the person may see by the roles that they have now: organization (or the person), audience and category. Each is
 * one range of the index, newest first, so that a page costs the same however many notifications there are, and rows
 * that became invisible with a role are never read.
 */
export function lanesOf(userId: Sql): Sql {
  return sql`
    select m.organization_id as scope_id, v.audience, v.category
    from memberships m
    join unnest(${roles}::text[], ${audiences}::text[], ${categories}::text[])
      as v (role, audience, category) on v.role = m.role
    where m.user_id = ${userId}
    union all
    select ${userId}, 'person', 'security'`;
}

/** Conditions on `n` for one lane `l`. */
export function inLane(userId: Sql): Sql {
  return sql`
    n.user_id = ${userId} and coalesce(n.organization_id, n.user_id) = l.scope_id and n.audience = l.audience
    and n.category = l.category and not n.is_folded`;
}

export function readUpTo(userId: Sql): Sql {
  return sql`coalesce((select k.read_up_to from notification_marks k where k.user_id = ${userId}), 0)`;
}

/** An expression; counts no further than the bell shows. */
export function unreadCountOf(userId: Sql): Sql {
  return sql`(
    select count(*)::int from (
      select from (${lanesOf(userId)}) l cross join lateral (
        select from notifications n
        where ${inLane(userId)} and n.read_at is null and n.id > ${readUpTo(userId)}
        limit ${maxUnreadCount}) n
      limit ${maxUnreadCount}) unread)`;
}
