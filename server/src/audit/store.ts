import type { AuditAction } from '@kazna/contract/cabinet/audit';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { type AuditRow, entryColumns, entryTables, subjectName } from './reads.ts';

export interface NewAuditEntry {
  /** Given where a row of another table refers to the entry. */
  id?: string;
  /** None for what staff do to people. */
  organizationId?: string;
  actorId: string;
  address: string | null;
  action: AuditAction;
  subjectUserId?: string;
  invitationId?: string;
  details?: Record<string, string>;
}

export async function insertAuditEntry(db: Queries, entry: NewAuditEntry): Promise<void> {
  const {
    id = uuidv7(),
    organizationId = null,
    actorId,
    action,
    subjectUserId = null,
    invitationId = null,
    details = {},
    address,
  } = entry;
  await db.query(sql`
    insert into audit_log (id, organization_id, actor_id, action, subject_user_id, invitation_id, details, address)
    values (${id}, ${organizationId}, ${actorId}, ${action}, ${subjectUserId}, ${invitationId}, ${details}, ${address})`);
}

export interface AuditFilter extends PageRequest {
  action?: AuditAction | undefined;
  actorId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first. An invited person without an account is named by the e-mail, unless it was anonymised. */
export function selectAudit(
  db: Queries,
  organizationId: string,
  filter: AuditFilter,
): Promise<(AuditRow & { isByKey: boolean })[]> {
  const { limit, cursor, action, actorId, from, to } = filter;
  const where = allOf(
    sql`a.organization_id = ${organizationId}`,
    cursor && sql`a.id < ${cursor}`,
    action && sql`a.action = ${action}`,
    actorId && sql`a.actor_id = ${actorId}`,
    from && sql`a.created_at >= ${from}`,
    to && sql`a.created_at < ${to}`,
  );
  return db.query(sql`
    select ${entryColumns}, exists (select from actors k where k.id = a.actor_id and k.kind = 'api_key') as "isByKey",
      coalesce(${subjectName}, case when i.email not like '%@invalid' then i.email end) as subject
    from ${entryTables} left join invitations i on i.id = a.invitation_id
    where ${where} order by a.id desc limit ${limit + 1}`);
}

/** The one change that the log allows: where a person who is forgotten acted from. */
export async function forgetAddresses(db: Queries, actorId: string): Promise<void> {
  await db.query(sql`update audit_log set address = null where actor_id = ${actorId} and address is not null`);
}
