import type { Transaction } from '../db/database.ts';
import { uuidv7 } from '../db/uuid.ts';
import { insertMembership, insertOrganization } from './store.ts';

/** Everyone has an organization of their own to begin with, so that nobody meets an empty product. */
export async function openPersonalOrganization(tx: Transaction, userId: string): Promise<void> {
  const id = uuidv7();
  await insertOrganization(tx, id, { kind: 'person', name: 'Личный счёт' });
  await insertMembership(tx, { organizationId: id, userId, role: 'owner' });
}
