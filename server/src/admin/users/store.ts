import type { ConsentOfPerson } from '@kazna/contract/admin/consents';
import type { adminUserDetails, UserSort } from '@kazna/contract/admin/users';
import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { z } from 'zod/mini';
import type { Queries } from '../../platform/db/database.ts';
import { matchingIds } from '../../platform/db/matching-ids.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  status: 'active' | 'blocked' | 'deleted';
  operatorRole: StaffRole | null;
  createdAt: string;
  lastActiveAt: string | null;
}

const userColumns = sql`
  u.id, u.email, u.name, u.status, u.operator_role as "operatorRole",
  u.created_at as "createdAt", (select max(s.last_used_at) from sessions s where s.user_id = u.id) as "lastActiveAt"`;

export interface UserFilter extends PageRequest {
  q?: string | undefined;
  status?: UserRow['status'] | undefined;
  operator?: 'yes' | 'no' | undefined;
}

/** The id decides among equals. */
const sorts: Record<UserSort, { by: Sql; isDescending: boolean }> = {
  newest: { by: sql`u.id`, isDescending: true },
  oldest: { by: sql`u.id`, isDescending: false },
  name: { by: sql`lower(u.name)`, isDescending: false },
};

export function selectUsers(
  db: Queries,
  { limit, cursor, sort = 'newest', q, status, operator }: UserFilter & { sort?: UserSort },
): Promise<UserRow[]> {
  const { by, isDescending } = sorts[sort];
  const last = sql`(select ${by}, u.id from users u where u.id = ${cursor})`;
  const where = allOf(
    cursor && (isDescending ? sql`(${by}, u.id) < ${last}` : sql`(${by}, u.id) > ${last}`),
    q && sql`u.id = any(${matchingIds(q, sql`users`, [sql`email`])})`,
    status && sql`u.status = ${status}`,
    operator && sql`(u.operator_role is not null) = ${operator === 'yes'}`,
  );
  return db.query<UserRow>(
    sql`select ${userColumns} from users u where ${where}
      order by ${isDescending ? sql`${by} desc, u.id desc` : sql`${by}, u.id`} limit ${limit + 1}`,
  );
}

export type UserDetailsRow = UserRow &
  Pick<z.output<typeof adminUserDetails>, 'memberships' | 'hasSecondFactor' | 'passkeys'>;

export async function findUserDetails(db: Queries, id: string): Promise<UserDetailsRow | null> {
  const [row] = await db.query<UserDetailsRow>(sql`
    select ${userColumns}, u.totp_confirmed_at is not null as "hasSecondFactor",
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
      coalesce((
        select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', m.role))
        from (select * from memberships where user_id = u.id order by organization_id limit 100) m
        join organizations o on o.id = m.organization_id
      ), '[]') as memberships
    from users u where u.id = ${id}`);
  return row ?? null;
}

export function selectConsents(
  db: Queries,
  { limit, cursor, document }: PageRequest & { document?: string | undefined },
): Promise<ConsentOfPerson[]> {
  const where = allOf(cursor && sql`c.id < ${cursor}`, document && sql`c.document = ${document}`);
  return db.query<ConsentOfPerson>(sql`
    select c.id, c.document, c.version, o.name as "organizationName", c.accepted_at as "acceptedAt",
      c.withdrawn_at as "withdrawnAt", u.id as "userId", u.email, u.name, host(c.address) as address
    from consents c join users u on u.id = c.user_id left join organizations o on o.id = c.organization_id
    where ${where} order by c.id desc limit ${limit + 1}`);
}
