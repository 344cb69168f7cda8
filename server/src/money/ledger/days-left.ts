import type { Money } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { selectCharges } from './store.ts';

/** The days whose charges the forecast is based on. */
const paceDays = 30;

/** Returns null without charges: refunds and corrections say nothing about spending. */
export async function readDaysLeft(
  db: Queries,
  organizationId: string,
  { amountMinor, currency }: Money,
): Promise<number | null> {
  const charged = await selectCharges(db, organizationId, currency, paceDays);
  return charged > 0 ? Math.floor((amountMinor * paceDays) / charged) : null;
}
