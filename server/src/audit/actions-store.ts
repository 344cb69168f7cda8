import type { AuditAction } from '@kazna/contract/cabinet/audit';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

/** A person, a key of the operator API, or a job. */
export interface Actor {
  /** Of the row in `actors`. */
  id: string;
  /** Null where no call of theirs is being answered. */
  address: string | null;
}

/** Jobs of the product that do what a person or a key could do; the rows come with the migrations. */
export const jobActors = {
  subscriptions: '00000000-0000-4000-8000-000000000001',
  autoTopUp: '00000000-0000-4000-8000-000000000002',
  /** Somebody without an account who has a link. */
  paymentLink: '00000000-0000-4000-8000-000000000009',
};

interface Called {
  caller: { userId: string } | { keyId: string };
  origin: { address: string };
}

export function actorOf({ caller, origin: { address } }: Called): Actor {
  return { id: 'keyId' in caller ? caller.keyId : caller.userId, address };
}

/** The entry is part of the transaction that does the action: neither happens without the other. */
export async function recordAction(
  tx: Transaction,
  actor: Actor,
  entry: Omit<NewAuditEntry, 'actorId' | 'address'>,
): Promise<void> {
  await insertAuditEntry(tx, { ...entry, actorId: actor.id, address: actor.address });
}

interface NewAuditEntry {
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

async function insertAuditEntry(db: Queries, entry: NewAuditEntry): Promise<void> {
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
