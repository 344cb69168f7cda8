import { businessZone } from '@kazna/contract/shared/business-time';
import { getLastClosedDay } from '../money/ledger/checking-store.ts';
import { businessNow } from '../platform/db/business-now.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { transactionWithoutTimeouts, withSignal } from '../platform/db/timeouts.ts';
import { nilUuid } from '../platform/db/uuid.ts';
import { byPages } from '../platform/each-in-turn.ts';
import { everyTenMinutes, type JobHandler, longKind } from '../platform/jobs/queue.ts';
import { selectChargeablePage } from '../services/subscriptions/due-store.ts';
import { dayIn, laterOf } from '../services/subscriptions/periods.ts';
import { chargesOfNextDays } from '../services/subscriptions/upcoming.ts';
import {
  deleteSums,
  isUpcomingOutdated,
  lockProgress,
  replaceUpcoming,
  sumCharges,
  sumCustomerMoves,
  sumCustomers,
  sumDays,
  type UpcomingSum,
  updateProgress,
} from './roll-up-store.ts';

export const revenueCounting = longKind('revenue-counting');

export function revenueJobs(db: Database): JobHandler[] {
  return [everyTenMinutes(revenueCounting, ({ signal }) => countRevenue(withSignal(db, signal)))];
}

/** Brings the sums up to date: days that are closed are left as they are. */
export async function countRevenue(db: Database): Promise<void> {
  await sum(db, lockProgress);
  if (await isUpcomingOutdated(db)) await countUpcoming(db);
}

/** Makes all sums anew. */
export async function rebuildRevenue(db: Database): Promise<void> {
  await sum(db, async (tx) => {
    await lockProgress(tx);
    return firstDay;
  });
  await countUpcoming(db);
}

const firstDay = '-infinity';

async function sum(db: Database, lockFirst: (tx: Transaction) => Promise<string>): Promise<void> {
  // Asked before anything is read: a transaction that ends in between is then either seen or of a day that stays open.
  const closedDay = await getLastClosedDay(db);
  await transactionWithoutTimeouts(db, async (tx) => {
    const from = await lockFirst(tx);
    if (from === firstDay) await deleteSums(tx);
    await sumCharges(tx, from);
    await sumCustomerMoves(tx, from);
    await sumDays(tx, from);
    await sumCustomers(tx, from);
    await updateProgress(tx, closedDay);
  });
}

/** Walks through all subscriptions that will be charged: their terms, changes, trials and discounts are code. */
async function countUpcoming(db: Database): Promise<void> {
  const today = dayIn(businessZone, await businessNow(db));
  const sums = new Map<string, UpcomingSum>();
  for await (const row of byPages((after, limit) => selectChargeablePage(db, after, limit)))
    for (const { on, amountMinor, currency } of chargesOfNextDays(row, today))
      for (const scopeId of [nilUuid, row.serviceId, row.version.tariffId]) {
        const day = laterOf(on, today);
        const key = `${scopeId} ${currency} ${day}`;
        const sum = sums.get(key) ?? { scopeId, currency, day, amountMinor: 0, count: 0 };
        sums.set(key, { ...sum, amountMinor: sum.amountMinor + amountMinor, count: sum.count + 1 });
      }
  await db.transaction((tx) => replaceUpcoming(tx, [...sums.values()]));
}
