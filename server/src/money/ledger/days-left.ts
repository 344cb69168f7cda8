import type { Money } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { paceDays } from './low-balance/store.ts';
import { selectRecentCharges } from './store.ts';

/** Returns null without charges: refunds and corrections say nothing about spending. */
export async function readDaysLeft(
  db: Queries,
  organizationId: string,
  { amountMinor, currency }: Money,
): Promise<number | null> {
  const charged = await selectRecentCharges(db, organizationId, currency);
  return charged > 0 ? Math.floor((amountMinor * paceDays) / charged) : null;
}
