import type { Invitation, ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';

const invitationColumns = sql`
  i.id, i.email, i.role, u.name as "invitedBy", i.created_at as "createdAt", i.sent_at as "sentAt",
  i.expires_at as "expiresAt",
  case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status`;

const lifetime = sql`interval '7 days'`;
const isPending = sql`i.status = 'pending' and i.expires_at > now()`;

export interface NewInvitation {
  id: string;
  organizationId: string;
  email: string;
  role: Invitation['role'];
  invitedBy: string;
}

export async function insertInvitation(db: Queries, invitation: NewInvitation): Promise<void> {
  const { id, organizationId, email, role, invitedBy } = invitation;
  // One that ran out unnoticed must not stand in the way of a new one.
  await db.query(sql`
    update invitations set status = 'expired'
    where organization_id = ${organizationId} and email = ${email} and status = 'pending' and expires_at <= now()`);
  await db.query(sql`
    insert into invitations (id, organization_id, email, role, invited_by, expires_at)
    values (${id}, ${organizationId}, ${email}, ${role}, ${invitedBy}, now() + ${lifetime})`);
}

/** Null when nobody has registered with the address yet. */
export async function findUserIdByEmail(db: Queries, email: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`select id from users where email = ${email}`);
  return row?.id ?? null;
}

export async function isMemberAddress(db: Queries, organizationId: string, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and u.email = ${email}`);
  return rows.length > 0;
}

export async function findInvitation(db: Queries, organizationId: string, id: string): Promise<Invitation | null> {
  const [row] = await db.query<Invitation>(sql`
    select ${invitationColumns} from invitations i join users u on u.id = i.invited_by
    where i.organization_id = ${organizationId} and i.id = ${id}`);
  return row ?? null;
}

export function selectInvitations(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<Invitation[]> {
  return db.query<Invitation>(sql`
    select ${invitationColumns} from invitations i join users u on u.id = i.invited_by
    where i.organization_id = ${organizationId} and (${cursor ?? null}::uuid is null or i.id < ${cursor ?? null}::uuid)
    order by i.id desc limit ${limit + 1}`);
}

/** False when there is no such pending invitation. */
export async function revoke(db: Queries, organizationId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update invitations i set status = 'revoked', answered_at = now()
    where i.organization_id = ${organizationId} and i.id = ${id} and i.status = 'pending' returning i.id`);
  return rows.length > 0;
}

export async function findPendingAddress(db: Queries, organizationId: string, id: string): Promise<string | null> {
  const [row] = await db.query<{ email: string }>(sql`
    select email from invitations where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
  return row?.email ?? null;
}

/** Prolongs a pending invitation unless its last letter left less than a pause ago. */
export async function prolong(db: Queries, organizationId: string, id: string, pauseSeconds: number): Promise<boolean> {
  const rows = await db.query(sql`
    update invitations i set sent_at = now(), expires_at = now() + ${lifetime}
    where i.organization_id = ${organizationId} and i.id = ${id} and i.status = 'pending'
      and i.sent_at <= now() - make_interval(secs => ${pauseSeconds}) returning i.id`);
  return rows.length > 0;
}

/** How much of the pause after its last letter is left; null when it is answered or a newer one has taken its place. */
export async function findPauseLeft(
  db: Queries,
  organizationId: string,
  id: string,
  pauseSeconds: number,
): Promise<number | null> {
  const [row] = await db.query<{ secondsLeft: number }>(sql`
    select ceil(extract(epoch from sent_at - now()) + ${pauseSeconds}::int)::int as "secondsLeft"
    from invitations where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
  return row?.secondsLeft ?? null;
}

export function selectReceived(db: Queries, userId: string): Promise<ReceivedInvitation[]> {
  return db.query<ReceivedInvitation>(sql`
    select i.id, o.name as "organizationName", o.kind as "organizationKind", i.role, u.name as "invitedBy",
      i.expires_at as "expiresAt"
    from invitations i
    join organizations o on o.id = i.organization_id and o.status <> 'closed'
    join users u on u.id = i.invited_by
    where i.email = (select email from users where id = ${userId}) and ${isPending}
    order by i.id desc limit 50`);
}

/** Of any number of answers at once one gets the invitation. Only its own address may answer. */
export async function answer(
  db: Queries,
  { id, userId, status }: { id: string; userId: string; status: 'accepted' | 'declined' },
): Promise<{ organizationId: string; role: Invitation['role'] } | null> {
  const [row] = await db.query<{ organizationId: string; role: Invitation['role'] }>(sql`
    update invitations i set status = ${status}, answered_at = now()
    from organizations o
    where i.id = ${id} and o.id = i.organization_id and o.status <> 'closed' and ${isPending}
      and i.email = (select email from users where id = ${userId})
    returning i.organization_id as "organizationId", i.role`);
  return row ?? null;
}

export interface InvitationLetterRow {
  email: string;
  role: Invitation['role'];
  organizationName: string;
  invitedBy: string;
  hasAccount: boolean;
}

const letterColumns = sql`
  i.email, i.role, o.name as "organizationName", u.name as "invitedBy",
  exists (select from users a where a.email = i.email) as "hasAccount"`;
const letterTables = sql`
  invitations i join organizations o on o.id = i.organization_id and o.status <> 'closed'
  join users u on u.id = i.invited_by`;

/** What the letter says; null once the invitation no longer waits for an answer. */
export async function findForLetter(db: Queries, id: string): Promise<InvitationLetterRow | null> {
  const [row] = await db.query<InvitationLetterRow>(sql`
    select ${letterColumns} from ${letterTables} where i.id = ${id} and ${isPending}`);
  return row ?? null;
}

/** The letter's token; one of an earlier letter ends. */
export async function saveToken(db: Queries, id: string, hash: Buffer): Promise<void> {
  await db.query(sql`update invitations i set token_hash = ${hash} where i.id = ${id} and ${isPending}`);
}

/** Null once the invitation no longer waits for an answer, or when a later letter has another token. */
export async function findByToken(db: Queries, hash: Buffer): Promise<(InvitationLetterRow & { id: string }) | null> {
  const [row] = await db.query<InvitationLetterRow & { id: string }>(sql`
    select i.id, ${letterColumns} from ${letterTables}
    where i.token_hash = ${hash} and o.status = 'active' and ${isPending}`);
  return row ?? null;
}
