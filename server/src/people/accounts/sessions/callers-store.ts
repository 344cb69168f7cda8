import type { OrganizationRole, StaffRole } from '@kazna/contract/shared/permissions';
import { isOpen } from '../../../organizations/reads.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { opaqueParam, type Sql, sql } from '../../../platform/db/sql.ts';
import type { AlongSession, LiveSession } from '../../../platform/http/access.ts';
import type { AccessClaims } from '../../../platform/http/caller.ts';
import { joinCalls } from '../../../platform/join-calls.ts';
import { isAlive, isConfirmed, isRecentlyProved } from './sessions-store.ts';

export interface FoundSession extends LiveSession {
  /** The rotation whose pair is not used yet. */
  unconfirmedGeneration: number | null;
}

type Head = [
  userId: string,
  organizationId: string | null,
  operatorRole: StaffRole | null,
  unconfirmedGeneration: number | null,
  role: OrganizationRole | null,
  isSuspended: boolean | null,
  isConfirmed: boolean,
  isRecentlyProved: boolean,
  hasSecondFactor: boolean,
  isViewing: boolean,
];

/**
 * Session, standing and rows in one round trip. Read at every call, so that an ended session, a block or a lost role is
 * refused at once, whatever the access token says. `caller` is materialized: no plan depends on whose it is, so that
 * PostgreSQL plans each statement once a connection.
 */
export async function findSession(
  db: Queries,
  sessionId: string,
  { organizationId, rows }: AlongSession = {},
): Promise<FoundSession | null> {
  if (organizationId === undefined && rows === undefined) {
    const head = await findHead(db, sessionId);
    return head === null ? null : { ...sessionOf(sessionId, head), rows: [] };
  }
  const id = sql`${sessionId}`;
  const caller = organizationId === undefined ? callerOf(id) : callerIn(id, organizationId);
  const found = await db.queryWithHead(
    rows === undefined
      ? sql`with caller as (${caller}) select head from caller`
      : sql`with caller as materialized (${caller}) select caller.head, rows.* from caller left join lateral (${rows}) as rows on true`,
  );
  return found.head === null ? null : { ...sessionOf(sessionId, found.head), rows: found.rows };
}

/**
 * Of requests that come while other look-ups are under way, by one statement. It begins after each of them has come, so
 * that none is answered by a session that had ended.
 */
const findHead = joinCalls(async (db: Queries, sessionIds: string[]): Promise<(string | null)[]> => {
  const rows = await db.query<{ head: string | null }>(sql`
    select caller.head from unnest(${opaqueParam(sessionIds)}::uuid[]) with ordinality as wanted (id, place)
    left join lateral (${callerOf(sql`wanted.id`)} offset 0) as caller on true
    order by wanted.place`);
  return rows.map(({ head }) => head);
});

function sessionOf(sessionId: string, head: string): Omit<FoundSession, 'rows'> {
  const [userId, active, operatorRole, unconfirmedGeneration, role, isSuspended, ...proofs] = JSON.parse(head) as Head;
  const [isConfirmed, isRecentlyProved, hasSecondFactor, isViewing] = proofs;
  return {
    caller: { userId, sessionId, organizationId: active, operatorRole, hasSecondFactor, isViewing },
    isConfirmed,
    isRecentlyProved,
    standing: role && { role, isSuspended: isSuspended === true },
    unconfirmedGeneration,
  };
}

/**
 * The session's organization is null once the person has lost it: they stay signed in. `v` is the organization that staff
 * view: then they stand in it as an owner, and in no other.
 */
const callerTables = sql`
  sessions s
  join users u on u.id = s.user_id
  left join memberships m on m.user_id = s.user_id and m.organization_id = s.organization_id
  left join organizations o on o.id = m.organization_id and ${isOpen}
  left join organizations v on v.id = s.view_organization_id and s.view_until > now() and u.operator_role is not null
    and v.allows_staff_view and v.status <> 'closed'`;

function headOf(role: Sql, status: Sql): Sql {
  return sql`
    s.user_id, s.id as session_id, coalesce(v.id, o.id) as organization_id, v.id as view_organization_id, s.view_until,
    json_build_array(s.user_id, coalesce(v.id, o.id), u.operator_role, case when s.confirmed_at is null then s.generation end,
      ${role}, ${status} = 'suspended', ${isConfirmed} is true, ${isRecentlyProved}, s.second_factor_at is not null,
      v.id is not null)::text as head`;
}

const ofSession = headOf(
  sql`case when v.id is not null then 'owner' when o.id is not null then m.role end`,
  sql`coalesce(v.status, o.status)`,
);
const ofPath = headOf(
  sql`case when v.id = wanted.id then 'owner' when v.id is null and wo.id is not null then wm.role end`,
  sql`coalesce(v.status, wo.status)`,
);

function callerOf(sessionId: Sql): Sql {
  return sql`select ${ofSession} from ${callerTables} where s.id = ${sessionId} and u.status = 'active' and ${isAlive}`;
}

function callerIn(sessionId: Sql, organizationId: string): Sql {
  return sql`
    select ${ofPath} from ${callerTables}
    cross join (select ${organizationId}::uuid as id) wanted
    left join memberships wm on wm.user_id = s.user_id and wm.organization_id = wanted.id
    left join organizations wo on wo.id = wm.organization_id and wo.status <> 'closed'
    where s.id = ${sessionId} and u.status = 'active' and ${isAlive}`;
}

/** The first use of an access token proves that the pair arrived, so the pair before it expires. */
export async function identifyCaller(
  db: Queries,
  { sessionId, generation }: AccessClaims,
  along: AlongSession,
): Promise<LiveSession | null> {
  const found = await findSession(db, sessionId, along);
  const isFirstUse = generation !== undefined && generation === found?.unconfirmedGeneration;
  if (isFirstUse) await confirmPair(db, sessionId, generation);
  return found;
}

async function confirmPair(db: Queries, id: string, generation: number): Promise<void> {
  await db.query(sql`
    update sessions set confirmed_at = now()
    where id = ${id} and generation = ${generation} and confirmed_at is null`);
}
