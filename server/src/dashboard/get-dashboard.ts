import { type Dashboard, type Period, periodDays, type Step } from '@kazna/contract/cabinet/dashboard';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../money/ledger/balances.ts';
import { readPace } from '../money/ledger/pace.ts';
import { listRecentPayments } from '../payments/listing/list-recent-payments.ts';
import type { Database } from '../platform/db/database.ts';
import {
  type BalanceTurnover,
  getCharged,
  getTurnover,
  selectByMethod,
  selectByStatus,
  selectSeries,
  selectTopPayers,
} from './store.ts';

const stepOf: Record<Period, Step> = { '7d': 'day', '30d': 'day', '90d': 'week', '365d': 'month' };

export interface DashboardRequest {
  organizationId: string;
  period: Period;
  step?: Step | undefined;
  currency?: Currency | undefined;
}

/** Reads daily totals, so the cost does not depend on the number of payments. */
export async function getDashboard(db: Database, request: DashboardRequest): Promise<Dashboard> {
  const { organizationId, period, step = stepOf[period] } = request;
  const balances = await readBalances(db, organizationId);
  const currency = request.currency ?? balances[0]?.currency ?? 'RUB';
  const range = { organizationId, currency, days: periodDays[period] };
  const { netMinor, ...total } = await getTurnover(db, range, 0);
  const { netMinor: _, ...previous } = await getTurnover(db, range, range.days);
  const amountMinor = balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
  const amountBefore = amountMinor - netMinor;
  return {
    balances,
    currency,
    period,
    step,
    series: withBalances(await selectSeries(db, range, step, 0), amountMinor),
    previousSeries: withBalances(await selectSeries(db, range, step, range.days), amountBefore),
    total,
    returnedMinor: total.outMinor - (await getCharged(db, range)),
    previous,
    byStatus: await selectByStatus(db, range),
    byMethod: await selectByMethod(db, range),
    topPayers: await selectTopPayers(db, range),
    recent: await listRecentPayments(db, organizationId, 5),
    daysLeft: (await readPace(db, organizationId, { amountMinor, currency })).daysLeft,
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
