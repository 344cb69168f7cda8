import { organizationRoleCan } from '@kazna/contract/shared/permissions';
import { findStanding } from '../organizations/members-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { type Sql, sql } from '../platform/db/sql.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Problem } from '../platform/http/problem.ts';

/** A member as their role lets them see requests: their own always. */
export interface Viewer {
  userId: string;
  organizationId: string;
  sees: 'own' | 'money' | 'all';
}

type Identified = Pick<Caller, 'userId' | 'organizationId' | 'isViewing'>;

/** Staff who view a cabinet stand in it as its owner. */
export async function viewerOf(db: Queries, { userId, organizationId, isViewing }: Identified): Promise<Viewer> {
  const role = isViewing ? 'owner' : (await findStanding(db, userId, organizationId as string))?.role;
  if (!role) throw new Problem('not_found');
  const money = organizationRoleCan(role, 'requests.money') ? 'money' : 'own';
  return {
    userId,
    organizationId: organizationId as string,
    sees: organizationRoleCan(role, 'requests.read') ? 'all' : money,
  };
}

/** A condition on `support_requests r` of the viewer's organization. */
export function isSeenBy({ userId, sees }: Viewer): Sql {
  if (sees === 'all') return sql`true`;
  return sees === 'own' ? sql`r.author_id = ${userId}` : sql`(r.author_id = ${userId} or r.is_about_money)`;
}
