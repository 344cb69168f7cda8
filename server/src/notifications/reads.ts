import { maxUnreadCount } from '@kazna/contract/cabinet/notifications';
import { organizationRoles } from '@kazna/contract/shared/permissions';
import { arrayLiteral, type Sql, sql } from '../platform/db/sql.ts';
import { audiencesVisibleTo, categoriesByAudience } from './kind.ts';

/** Queries about organizations, which stand above and hand them over. */
export interface Directory {
  /** Columns `organization_id, user_id, role, joined_at`. */
  members: Sql;
  /** Columns `id, name, is_open`. */
  organizations: Sql;
}

const visible = organizationRoles.flatMap((role) =>
  audiencesVisibleTo(role).flatMap((audience) =>
    categoriesByAudience[audience].map((category) => ({ role, audience, category })),
  ),
);
const column = (name: 'role' | 'audience' | 'category') => arrayLiteral(visible.map((scope) => scope[name]));
const [roles, audiences, categories] = [column('role'), column('audience'), column('category')];

/**
 * Lists the scopes that the person may see by the roles that they have now. A scope is an organization, or the person,
 * with one audience and one category. Each is one range of the index, newest first, so that a page costs the same however
 * many notifications there are, and rows that became invisible with a role are never read.
 */
export function visibleScopes({ members }: Directory, userId: Sql): Sql {
  return sql`
    select m.organization_id as scope_id, v.audience, v.category
    from (${members}) m
    join unnest(${roles}::text[], ${audiences}::text[], ${categories}::text[])
      as v (role, audience, category) on v.role = m.role
    where m.user_id = ${userId}
    union all
    select ${userId}, 'person', 'security'`;
}

/** Conditions on `n` for one scope `s`. */
export function inScope(userId: Sql): Sql {
  return sql`
    n.user_id = ${userId} and coalesce(n.organization_id, n.user_id) = s.scope_id and n.audience = s.audience
    and n.category = s.category and not n.is_folded`;
}

export function readUpTo(userId: Sql): Sql {
  return sql`coalesce((select k.read_up_to from notification_marks k where k.user_id = ${userId}), 0)`;
}

/** An expression; counts no further than the bell shows. */
export function unreadCountOf(directory: Directory, userId: Sql): Sql {
  return sql`(
    select count(*)::int from (
      select from (${visibleScopes(directory, userId)}) s cross join lateral (
        select from notifications n
        where ${inScope(userId)} and n.read_at is null and n.id > ${readUpTo(userId)}
        limit ${maxUnreadCount}) n
      limit ${maxUnreadCount}) unread)`;
}
