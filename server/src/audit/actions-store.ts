import type { AuditAction } from '@kazna/contract/cabinet/audit';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

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

/** Actions stay in the log without the person's network addresses: the one change that the log allows. */
export async function anonymizeActor(db: Queries, actorId: string): Promise<void> {
  await db.query(sql`update audit_log set address = null where actor_id = ${actorId} and address is not null`);
}
