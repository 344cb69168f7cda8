import type { Dashboard, Period, Step } from '@kazna/contract/cabinet/dashboard';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../money/ledger/balances.ts';
import { listRecentPayments } from '../payments/listing/list-recent-payments.ts';
import type { Database } from '../platform/db/database.ts';
import { getCharged, getMoved, selectByMethod, selectByStatus, selectSeries, selectTopPayers } from './store.ts';

const daysOf: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 };
const stepOf: Record<Period, Step> = { '7d': 'day', '30d': 'day', '90d': 'week', '365d': 'month' };
/** How far back the pace of spending is taken from. */
const paceDays = 30;

export interface DashboardRequest {
  organizationId: string;
  period: Period;
  step?: Step | undefined;
  currency?: Currency | undefined;
}

/** Read from sums that are kept by day, so it costs the same with ten payments and with a million. */
export async function getDashboard(db: Database, request: DashboardRequest): Promise<Dashboard> {
  const { organizationId, period, step = stepOf[period] } = request;
  const balances = await readBalances(db, organizationId);
  const currency = request.currency ?? balances[0]?.currency ?? 'RUB';
  const stretch = { organizationId, currency, days: daysOf[period] };
  const total = await getMoved(db, stretch, 0);
  const charged = await getCharged(db, { ...stretch, days: paceDays });
  const balance = balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
  return {
    balances,
    currency,
    period,
    step,
    series: await selectSeries(db, stretch, step),
    total,
    returnedMinor: total.outMinor - (await getCharged(db, stretch)),
    previous: await getMoved(db, stretch, stretch.days),
    byStatus: await selectByStatus(db, stretch),
    byMethod: await selectByMethod(db, stretch),
    topPayers: await selectTopPayers(db, stretch),
    recent: await listRecentPayments(db, organizationId, 5),
    daysLeft: charged > 0 ? Math.floor((balance * paceDays) / charged) : null,
  };
}
