import type { Profile } from '@kazna/contract/profile';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';

export type ProfileRow = Omit<Profile, 'createdAt' | 'activeOrganizationId'> & { createdAt: Date };

/** The person and their memberships in one round trip. */
export async function getProfile(db: Queries, userId: string): Promise<ProfileRow> {
  const [row] = await db.query<ProfileRow>(sql`
    select u.id, u.email, u.name, u.operator_role as "operatorRole", u.referral_code as "referralCode",
      u.created_at as "createdAt",
      coalesce((
        select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'kind', o.kind, 'role', m.role)
          order by m.created_at, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id
      ), '[]') as memberships
    from users u where u.id = ${userId}`);
  return row as ProfileRow;
}
