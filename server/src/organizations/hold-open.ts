import type { Transaction } from '../platform/db/database.ts';
import { shareOpenOrganization } from './store.ts';

/** Whether the organization is open. If so, nobody closes it before the transaction ends. */
export function holdOpen(tx: Transaction, organizationId: string): Promise<boolean> {
  return shareOpenOrganization(tx, organizationId);
}
