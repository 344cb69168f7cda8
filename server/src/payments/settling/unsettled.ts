import type { Closing } from '@kazna/contract/cabinet/account-closure';
import type { Queries } from '../../platform/db/database.ts';
import { selectUnsettled } from './store.ts';

/** Payments and refunds of the organization whose outcome is not known yet, the oldest first. */
export function listUnsettled(db: Queries, organizationId: string): Promise<Closing['unsettled']> {
  return selectUnsettled(db, organizationId);
}
