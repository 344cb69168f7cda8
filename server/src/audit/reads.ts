import type { AuditAction } from '@kazna/contract/cabinet/audit';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, type Sql, sql } from '../platform/db/sql.ts';

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

export interface AllAuditFilter extends PageRequest {
  actorId?: string | undefined;
  organizationId?: string | undefined;
}

/** `nameOf` is what staff know `organizations o` by. */
export function selectAllAudit(
  db: Queries,
  { limit, cursor, actorId, organizationId }: AllAuditFilter,
  nameOf: Sql,
): Promise<(AuditRow & { organizationName: string | null })[]> {
  const where = allOf(
    cursor && sql`a.id < ${cursor}`,
    actorId && sql`a.actor_id = ${actorId}`,
    organizationId && sql`a.organization_id = ${organizationId}`,
  );
  return db.query(sql`
    select ${entryColumns}, ${subjectName} as subject, ${nameOf} as "organizationName"
    from ${entryTables} left join organizations o on o.id = a.organization_id
    where ${where} order by a.id desc limit ${limit + 1}`);
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

/** People who deleted their accounts are not named. */
const entryColumns = sql`
  a.id, a.action, a.details, host(a.address) as address, a.created_at as "createdAt",
  coalesce(case when actor.deleted_at is null then actor.name end,
    (select s.name from actors s where s.id = a.actor_id)) as "actorName"`;
const subjectName = sql`case when subject.deleted_at is null then subject.name end`;
const entryTables = sql`
  audit_log a
  left join users actor on actor.id = a.actor_id
  left join users subject on subject.id = a.subject_user_id`;
