import { deleteNotificationsOf } from '../../notifications/notifications-store.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { recordMemberEvent, recordOrganizationEvent } from '../record-organization-event.ts';
import { markClosed } from '../store.ts';
import * as store from './store.ts';

/** Locks the person's open organizations in the order of ids. */
export async function lockOwnOrganizations(tx: Transaction, userId: string): Promise<store.OwnOrganization[]> {
  await store.lockOrganizationsOf(tx, userId);
  return store.selectOwnOrganizations(tx, userId);
}

/** The caller must have locked it and settled its money. */
export async function closeDeserted(tx: Transaction, organizationId: string): Promise<void> {
  await markClosed(tx, organizationId);
  recordOrganizationEvent(tx, organizationId, 'closed');
}

export function listInvitedAddresses(db: Queries, userId: string): Promise<string[]> {
  return store.selectInvitedAddresses(db, userId);
}

export async function forgetPerson(
  tx: Transaction,
  person: { userId: string; email: string; placeholder: string },
): Promise<void> {
  await store.anonymisePersonalOrganizations(tx, person.userId);
  for (const left of await store.deleteMemberships(tx, person.userId))
    recordMemberEvent(tx, 'left', { ...left, userId: person.userId });
  await store.anonymiseInvitations(tx, person);
  await deleteNotificationsOf(tx, person.userId);
}
