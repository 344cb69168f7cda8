import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { chargeRated, closedDay, nextLook, type Rated, rateUsage, restOf } from './charge-usage.ts';
import { findBilledTo, lockClock, selectHistory, type UsageClock, updateClock } from './charging-store.ts';
import { isChargedNow, isSettled, usageParts } from './usage-parts.ts';

interface Plan {
  clock: UsageClock;
  /** Empty where nothing is charged now. */
  rated: Rated[];
  isCharged: boolean;
  chargedMinor: number;
  closed: string;
  nextAt: string;
}

/** What of a locked subscription's usage is charged now. */
export async function planUsage(tx: Transaction, zone: string, row: SubscriptionRow): Promise<Plan> {
  const clock = (await lockClock(tx, row.id)) as UsageClock;
  const closed = closedDay(zone, await businessNow(tx));
  const { billedTo } = clock;
  const parts = usageParts(await selectHistory(tx, row.id), row, closed);
  const isCharged = clock.owedMinor > 0 || isChargedNow(parts, row, { billedTo, closed });
  const rated = isCharged ? await rateUsage(tx, { zone, row, billedTo, until: closed, isSoFar: false }) : [];
  return { clock, rated, isCharged, chargedMinor: sumOf(rated), closed, nextAt: nextLook(zone, closed) };
}

/** Give-backs go apart from it. */
function sumOf(rated: Rated[]): number {
  return rated.reduce((sum, one) => sum + Math.max(0, restOf(one)), 0);
}

/** Priced anew, as `payUsage` does: more may have come since it was found to be owed. */
export async function readOwedUsage(db: Queries, zone: string, row: SubscriptionRow): Promise<number> {
  const billedTo = await findBilledTo(db, row.id);
  if (billedTo === null) return 0;
  const closed = closedDay(zone, await businessNow(db));
  return sumOf(await rateUsage(db, { zone, row, billedTo, until: closed, isSoFar: false }));
}

/**
 * Charges it and looks again when the next day is over. Returns what was charged; throws where the balance does not
 * suffice.
 */
export async function payUsage(tx: Transaction, zone: string, row: SubscriptionRow): Promise<number> {
  const { clock, rated, isCharged, chargedMinor, closed, nextAt } = await planUsage(tx, zone, row);
  await chargeRated(tx, row, clock.billedTo, rated);
  await updateClock(tx, row.id, {
    ...{ billedTo: isCharged ? closed : clock.billedTo, owedMinor: 0, owedSince: null },
    nextAt: isSettled(row, closed) ? null : nextAt,
  });
  return chargedMinor;
}
