import { type Dashboard, type Period, periodDays, type Step } from '@kazna/contract/cabinet/dashboard';
import { businessZone } from '@kazna/contract/shared/business-time';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../money/ledger/reads.ts';
import { listRecentPayments } from '../payments/list-payments.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';
import { readForecast } from '../services/subscriptions/forecast.ts';
import { readUpcomingCharges } from '../services/subscriptions/upcoming.ts';
import { readIncoming } from './read-incoming.ts';
import { firstOfDays, readSpent } from './spending-store.ts';
import { type BalanceTurnover, getCharged, getTurnover, selectSeries } from './store.ts';

export const stepOf: Record<Period, Step> = { '7d': 'day', '30d': 'day', '90d': 'week', '365d': 'month' };

export interface DashboardRequest {
  organizationId: string;
  period: Period;
  step?: Step | undefined;
  currency?: Currency | undefined;
}

/** Figures of one answer agree, whatever is charged meanwhile. */
export function getDashboard(db: Database, request: DashboardRequest): Promise<Dashboard> {
  return inSnapshot(db, (tx) => readDashboard(tx, request));
}

/** Reads daily totals, so the cost does not depend on the number of payments. */
export async function readDashboard(tx: Transaction, request: DashboardRequest): Promise<Dashboard> {
  const { organizationId, period, step = stepOf[period] } = request;
  const balances = await readBalances(tx, organizationId);
  const currency = request.currency ?? balances[0]?.currency ?? 'RUB';
  const range = { organizationId, currency, days: periodDays[period] };
  const amountMinor = balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
  const reads = await tx.pipeline(() =>
    Promise.all([
      getTurnover(tx, range, 0),
      getTurnover(tx, range, range.days),
      getCharged(tx, range),
      readSpent(tx, range, firstOfDays(range.days)),
      selectSeries(tx, range, step, 0),
      selectSeries(tx, range, step, range.days),
      readIncoming(tx, range),
      listRecentPayments(tx, organizationId, 5),
      readForecast(tx, businessZone, organizationId, { amountMinor, currency }),
      readUpcomingCharges(tx, businessZone, organizationId),
    ]),
  );
  const [turnover, turnoverBefore, charged, spentMinor, points, pointsBefore, incoming, recent, forecast, upcoming] =
    reads;
  const { netMinor, ...total } = turnover;
  const { netMinor: _, ...previous } = turnoverBefore;
  return {
    ...{
      balances,
      currency,
      period,
      step,
      total,
      previous,
      recent,
      upcoming,
      spentMinor,
      daysLeft: forecast.daysLeft,
      ...incoming,
    },
    series: withBalances(points, amountMinor),
    previousSeries: withBalances(pointsBefore, amountMinor - netMinor),
    returnedMinor: total.outMinor - charged,
  };
}

/** Counts the balance at the end of each point back from the last one's. */
function withBalances(points: (BalanceTurnover & { date: string })[], lastMinor: number): Dashboard['series'] {
  let balanceMinor = lastMinor;
  return points
    .toReversed()
    .map(({ netMinor, ...point }) => {
      const counted = { ...point, balanceMinor };
      balanceMinor -= netMinor;
      return counted;
    })
    .toReversed();
}
