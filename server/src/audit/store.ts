import type { AuditAction } from '@kazna/contract/cabinet/audit';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

export interface NewAuditEntry {
  /** Made beforehand where something else refers to the entry. */
  id?: string;
  /** None for what operators do to people. */
  organizationId?: string;
  actorId: string;
  address: string;
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

export interface AuditRow {
  id: string;
  action: AuditAction;
  actorName: string | null;
  subject: string | null;
  details: Record<string, string>;
  address: string | null;
  createdAt: string;
}

export function selectAudit(db: Queries, organizationId: string, filter: AuditFilter): Promise<AuditRow[]> {
  const { limit, cursor, action, actorId, from, to } = filter;
  const where = allOf(
    sql`a.organization_id = ${organizationId}`,
    cursor && sql`a.id < ${cursor}`,
    action && sql`a.action = ${action}`,
    actorId && sql`a.actor_id = ${actorId}`,
    from && sql`a.created_at >= ${from}`,
    to && sql`a.created_at < ${to}`,
  );
  return db.query<AuditRow>(sql`
    select a.id, a.action, a.details, host(a.address) as address, a.created_at as "createdAt",
      case when actor.deleted_at is null then actor.name end as "actorName",
      coalesce(case when subject.deleted_at is null then subject.name end,
        case when i.email not like '%@invalid' then i.email end) as subject
    from audit_log a
    join users actor on actor.id = a.actor_id
    left join users subject on subject.id = a.subject_user_id
    left join invitations i on i.id = a.invitation_id
    where ${where}
    order by a.id desc limit ${limit + 1}`);
}

/** The one change that the log allows: where a person who is forgotten acted from. */
export async function forgetAddresses(db: Queries, actorId: string): Promise<void> {
  await db.query(sql`update audit_log set address = null where actor_id = ${actorId} and address is not null`);
}
