import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import type { Organization } from '@kazna/contract/v1/organizations';
import type { Transaction } from '../platform/db/database.ts';
import { recordEvent } from '../platform/outbox/record-event.ts';
import { findOrganizationV1 } from './store.ts';

/** The organization is read when the transaction ends, with all that it changed. */
export function recordOrganizationEvent(
  tx: Transaction,
  organizationId: string,
  what: 'created' | 'suspended' | 'resumed' | 'closed',
): void {
  const data = async () => (await findOrganizationV1(tx, organizationId)) as Organization;
  recordEvent(tx, { type: `organization.${what}`, organizationId, data });
}

/** By id alone: an event must not outlive a deleted person's name. */
export function recordMemberEvent(
  tx: Transaction,
  what: 'joined' | 'left',
  member: { organizationId: string; userId: string; role: OrganizationRole },
): void {
  const { organizationId, userId, role } = member;
  recordEvent(tx, { type: `member.${what}`, organizationId, data: { organizationId, userId, role } });
}
