import type { Invitation, ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import { isOpen } from '../reads.ts';
import { type InvitationLetterRow, inviterName, isPending, letterColumns, letterTables } from './reads.ts';

const invitationColumns = sql`
  i.id, i.email, i.role, ${inviterName} as "invitedBy", i.created_at as "createdAt", i.sent_at as "sentAt",
  i.expires_at as "expiresAt",
  case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status`;

const lifetime = sql`interval '7 days'`;

export interface NewInvitation {
  id: string;
  organizationId: string;
  email: string;
  role: Invitation['role'];
  invitedBy: string;
}

export async function insertInvitation(db: Queries, invitation: NewInvitation): Promise<void> {
  const { id, organizationId, email, role, invitedBy } = invitation;
  // An expired invitation that is still marked pending would violate the unique key.
  await db.query(sql`
    update invitations set status = 'expired'
    where organization_id = ${organizationId} and email = ${email} and status = 'pending' and expires_at <= now()`);
  await db.query(sql`
    insert into invitations (id, organization_id, email, role, invited_by, expires_at)
    values (${id}, ${organizationId}, ${email}, ${role}, ${invitedBy}, now() + ${lifetime})`);
}

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
    select ${invitationColumns} from invitations i left join users u on u.id = i.invited_by
    where i.organization_id = ${organizationId} and i.id = ${id}`);
  return row ?? null;
}

export function selectInvitations(
  db: Queries,
  organizationId: string,
  { limit, cursor }: PageRequest,
): Promise<Invitation[]> {
  return db.query<Invitation>(sql`
    select ${invitationColumns} from invitations i left join users u on u.id = i.invited_by
    where i.organization_id = ${organizationId} and (${cursor ?? null}::uuid is null or i.id < ${cursor ?? null}::uuid)
    order by i.id desc limit ${limit + 1}`);
}

export async function revokePending(db: Queries, organizationId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update invitations i set status = 'revoked', answered_at = now()
    where i.organization_id = ${organizationId} and i.id = ${id} and i.status = 'pending' returning i.id`);
  return rows.length > 0;
}

/** Of one inviter, in one organization or in all. Locks them in the order of ids against deadlocks. */
export function revokePendingOf(
  db: Queries,
  { userId, organizationId }: { userId: string; organizationId?: string | undefined },
): Promise<{ invitationId: string; organizationId: string }[]> {
  const sent = allOf(
    sql`p.invited_by = ${userId} and p.status = 'pending'`,
    organizationId && sql`p.organization_id = ${organizationId}`,
  );
  return db.query(sql`
    update invitations i set status = 'revoked', answered_at = now()
    where i.id in (select p.id from invitations p where ${sent} order by p.id for update) and i.status = 'pending'
    returning i.id as "invitationId", i.organization_id as "organizationId"`);
}

/** Sorted by id. Lock order: before the organization, as in acceptInvitation. */
export async function lockAllPending(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    select from invitations where organization_id = ${organizationId} and status = 'pending' order by id
    for no key update`);
}

export async function isOwnerInvited(db: Queries, organizationId: string, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from invitations i
    where i.organization_id = ${organizationId} and i.email = ${email} and i.role = 'owner' and ${isPending}`);
  return rows.length > 0;
}

export async function revokeAllPending(db: Queries, organizationId: string): Promise<void> {
  await db.query(sql`
    update invitations i set status = 'revoked', answered_at = now()
    where i.organization_id = ${organizationId} and i.status = 'pending'`);
}

export async function findPendingAddress(db: Queries, organizationId: string, id: string): Promise<string | null> {
  const [row] = await db.query<{ email: string }>(sql`
    select email from invitations where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
  return row?.email ?? null;
}

/** Returns false when the last letter left less than the delay ago. */
export async function extendPending(
  db: Queries,
  organizationId: string,
  id: string,
  resendDelaySeconds: number,
): Promise<boolean> {
  const rows = await db.query(sql`
    update invitations i set sent_at = now(), expires_at = now() + ${lifetime}
    where i.organization_id = ${organizationId} and i.id = ${id} and i.status = 'pending'
      and i.sent_at <= now() - make_interval(secs => ${resendDelaySeconds}) returning i.id`);
  return rows.length > 0;
}

/** Seconds until the next letter is allowed; null when the invitation is not pending any more. */
export async function findResendDelay(
  db: Queries,
  organizationId: string,
  id: string,
  resendDelaySeconds: number,
): Promise<number | null> {
  const [row] = await db.query<{ secondsLeft: number }>(sql`
    select ceil(extract(epoch from sent_at - now()) + ${resendDelaySeconds}::int)::int as "secondsLeft"
    from invitations where organization_id = ${organizationId} and id = ${id} and status = 'pending'`);
  return row?.secondsLeft ?? null;
}

export function selectReceived(db: Queries, userId: string): Promise<ReceivedInvitation[]> {
  return db.query<ReceivedInvitation>(sql`
    select i.id, o.name as "organizationName", o.kind as "organizationKind", i.role, ${inviterName} as "invitedBy",
      i.expires_at as "expiresAt"
    from invitations i
    join organizations o on o.id = i.organization_id and ${isOpen}
    left join users u on u.id = i.invited_by
    where i.email = (select email from users where id = ${userId}) and ${isPending}
    order by i.id desc limit 50`);
}

/** Atomic: of concurrent answers one succeeds, and only the invited address may answer. */
export async function answerPending(
  db: Queries,
  { id, userId, status }: { id: string; userId: string; status: 'accepted' | 'declined' },
): Promise<{ organizationId: string; role: Invitation['role'] } | null> {
  const [row] = await db.query<{ organizationId: string; role: Invitation['role'] }>(sql`
    update invitations i set status = ${status}, answered_at = now()
    from organizations o
    where i.id = ${id} and o.id = i.organization_id and ${isOpen} and ${isPending}
      and i.email = (select email from users where id = ${userId})
    returning i.organization_id as "organizationId", i.role`);
  return row ?? null;
}

/** Null once the invitation is answered. */
export async function findForLetter(db: Queries, id: string): Promise<InvitationLetterRow | null> {
  const [row] = await db.query<InvitationLetterRow>(sql`
    select ${letterColumns} from ${letterTables} where i.id = ${id} and ${isPending}`);
  return row ?? null;
}

export async function saveToken(db: Queries, id: string, hash: Buffer): Promise<void> {
  await db.query(sql`update invitations i set token_hash = ${hash} where i.id = ${id} and ${isPending}`);
}
