import type { Queries, Transaction } from '../../platform/db/database.ts';
import { markClosed } from '../store.ts';
import * as store from './store.ts';

/** Locks the person's open organizations in one order and returns what each would lose with them. */
export async function lockOwnOrganizations(tx: Transaction, userId: string): Promise<store.OwnOrganization[]> {
  await store.lockOrganizationsOf(tx, userId);
  return store.selectOwnOrganizations(tx, userId);
}

/** Closes an organization that nobody else belongs to. It must be locked, and its money settled. */
export async function closeDeserted(tx: Transaction, organizationId: string): Promise<void> {
  await markClosed(tx, organizationId);
}

export function listInvitedAddresses(db: Queries, userId: string): Promise<string[]> {
  return store.selectInvitedAddresses(db, userId);
}

/** Nothing of organizations tells any more who the person was or what their address is. */
export async function forgetPerson(
  tx: Transaction,
  person: { userId: string; email: string; placeholder: string },
): Promise<void> {
  await store.anonymisePersonalOrganizations(tx, person.userId);
  await store.deleteMemberships(tx, person.userId);
  await store.anonymiseInvitations(tx, person);
}
