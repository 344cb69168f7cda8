import { deletedPersonName, placeholderOf } from '../people/accounts/placeholder.ts';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

export interface OwnOrganization {
  organizationId: string;
  hasOthers: boolean;
  isLastOwner: boolean;
}

/** The open ones, until the transaction ends, so that no other owner leaves meanwhile. */
export async function lockOrganizationsOf(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    select from organizations o join memberships m on m.organization_id = o.id
    where m.user_id = ${userId} and o.status <> 'closed' order by o.id for no key update of o`);
}

export function selectOrganizationsOf(db: Queries, userId: string): Promise<OwnOrganization[]> {
  return db.query<OwnOrganization>(sql`
    select m.organization_id as "organizationId", count(other) > 0 as "hasOthers",
      m.role = 'owner' and count(other) filter (where other.role = 'owner') = 0 as "isLastOwner"
    from memberships m
    join organizations o on o.id = m.organization_id and o.status <> 'closed'
    left join memberships other on other.organization_id = m.organization_id and other.user_id <> m.user_id
    where m.user_id = ${userId}
    group by m.organization_id, m.role order by m.organization_id`);
}

export async function closeOrganization(db: Queries, organizationId: string): Promise<void> {
  await db.query(sql`update organizations set status = 'closed', closed_at = now() where id = ${organizationId}`);
}

/** Without requisites an organization is the person, and may bear their name. */
export async function anonymisePersonalOrganizations(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    update organizations o set name = 'Личный счёт'
    from memberships m
    where m.user_id = ${userId} and o.id = m.organization_id and o.kind = 'person' and not exists (
      select from memberships other where other.organization_id = o.id and other.user_id <> ${userId})`);
}

export async function deleteMemberships(db: Queries, userId: string): Promise<void> {
  await db.query(sql`delete from memberships where user_id = ${userId}`);
}

/**
 * Letters of the development mailbox: those to the person, to an address they asked for, and invitations that name
 * them. Run while tokens and invitations still know the addresses.
 */
export async function deleteLetters(
  db: Queries,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<void> {
  await db.query(sql`
    delete from development_letters where recipient = ${email}
      or recipient in (select t.email from letter_tokens t where t.user_id = ${id})
      or (recipient in (select i.email from invitations i where i.invited_by = ${id})
        and position(${name} in text_body) > 0)`);
}

/** What others' records and the law need stays, without the addresses, former ones too. */
export async function anonymiseRecords(db: Queries, userId: string, email: string): Promise<void> {
  await db.query(sql`update consents set address = null where user_id = ${userId}`);
  await db.query(sql`update payments set payer_email = null where created_by = ${userId}`);
  await db.query(sql`
    update payment_keys k set answer = k.answer || jsonb_build_object('createdBy', ${deletedPersonName}::text)
    from payments p where p.created_by = ${userId} and k.payment_id = p.id and k.answer is not null`);
  await db.query(sql`update audit_log set address = null where actor_id = ${userId} and address is not null`);
  await db.query(sql`
    update invitations set email = ${placeholderOf(userId)},
      answered_at = case when status = 'pending' then now() else answered_at end,
      status = case when status = 'pending' then 'declined' else status end
    where id in (
      select i.id from invitations i where i.email = ${email}
      union select invitation_id from audit_log
      where actor_id = ${userId} and action in ('member.joined', 'invitation.declined'))`);
}

export async function isAdmin(db: Queries, userId: string): Promise<boolean> {
  const rows = await db.query(sql`select from users where id = ${userId} and operator_role = 'admin'`);
  return rows.length > 0;
}
