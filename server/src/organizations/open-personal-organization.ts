import type { Transaction } from '../platform/db/database.ts';
import { insertOrganizationWithOwner } from './insert-organization-with-owner.ts';

/** Everybody starts with an organization of their own, so that nobody sees an empty product. */
export async function openPersonalOrganization(tx: Transaction, userId: string): Promise<void> {
  await insertOrganizationWithOwner(tx, { kind: 'person', name: 'Личный счёт' }, userId);
}
