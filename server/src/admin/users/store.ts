import type { adminUserDetails } from '@kazna/contract/admin/users';
import type { StaffRole } from '@kazna/contract/shared/permissions';
import type { z } from 'zod/mini';
import type { Queries } from '../../platform/db/database.ts';
import { matchingIds } from '../../platform/db/matching-ids.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

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

export function selectUsers(db: Queries, { limit, cursor, q, status, operator }: UserFilter): Promise<UserRow[]> {
  const where = allOf(
    cursor && sql`u.id < ${cursor}`,
    q && sql`u.id = any(${matchingIds(q, sql`users`, [sql`email`])})`,
    status && sql`u.status = ${status}`,
    operator && sql`(u.operator_role is not null) = ${operator === 'yes'}`,
  );
  return db.query<UserRow>(
    sql`select ${userColumns} from users u where ${where} order by u.id desc limit ${limit + 1}`,
  );
}

export type UserDetailsRow = UserRow & Pick<z.output<typeof adminUserDetails>, 'memberships' | 'hasSecondFactor'>;

export async function findUserDetails(db: Queries, id: string): Promise<UserDetailsRow | null> {
  const [row] = await db.query<UserDetailsRow>(sql`
    select ${userColumns}, u.totp_confirmed_at is not null as "hasSecondFactor",
      coalesce((
        select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', m.role))
        from (select * from memberships where user_id = u.id order by organization_id limit 100) m
        join organizations o on o.id = m.organization_id
      ), '[]') as memberships
    from users u where u.id = ${id}`);
  return row ?? null;
}
