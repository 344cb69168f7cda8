import { type Dashboard, type Period, periodDays, type Step } from '@kazna/contract/cabinet/dashboard';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../money/ledger/balances.ts';
import { listRecentPayments } from '../payments/listing/list-recent-payments.ts';
import type { Database } from '../platform/db/database.ts';
import { getCharged, getTurnover, selectByMethod, selectByStatus, selectSeries, selectTopPayers } from './store.ts';

const stepOf: Record<Period, Step> = { '7d': 'day', '30d': 'day', '90d': 'week', '365d': 'month' };
/** The days whose spending the forecast is based on. */
const paceDays = 30;

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
  const total = await getTurnover(db, range, 0);
  const charged = await getCharged(db, { ...range, days: paceDays });
  const balance = balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
  return {
    balances,
    currency,
    period,
    step,
    series: await selectSeries(db, range, step),
    total,
    returnedMinor: total.outMinor - (await getCharged(db, range)),
    previous: await getTurnover(db, range, range.days),
    byStatus: await selectByStatus(db, range),
    byMethod: await selectByMethod(db, range),
    topPayers: await selectTopPayers(db, range),
    recent: await listRecentPayments(db, organizationId, 5),
    daysLeft: charged > 0 ? Math.floor((balance * paceDays) / charged) : null,
  };
}
