import type { Money } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { paceDays } from './low-balance/store.ts';
import { selectRecentCharges } from './store.ts';

interface Pace {
  daysLeft: number | null;
  monthMinor: number | null;
}

/** Returns nulls without charges: refunds and corrections say nothing about spending. */
export async function readPace(db: Queries, organizationId: string, { amountMinor, currency }: Money): Promise<Pace> {
  const monthMinor = await selectRecentCharges(db, organizationId, currency);
  if (monthMinor <= 0) return { daysLeft: null, monthMinor: null };
  return { daysLeft: Math.floor((amountMinor * paceDays) / monthMinor), monthMinor };
}
