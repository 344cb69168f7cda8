import type { Transaction } from '../platform/db/database.ts';
import { foundOrganization } from './found-organization.ts';

/** Everyone has an organization of their own to begin with, so that nobody meets an empty product. */
export async function openPersonalOrganization(tx: Transaction, userId: string): Promise<void> {
  await foundOrganization(tx, { kind: 'person', name: 'Личный счёт' }, [[userId, 'owner']]);
}
