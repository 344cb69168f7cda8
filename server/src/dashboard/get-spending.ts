import { type Period, periodDays, type Step } from '@kazna/contract/cabinet/dashboard';
import { maxServices, type Spending } from '@kazna/contract/cabinet/spending';
import { businessZone } from '@kazna/contract/shared/business-time';
import type { Currency } from '@kazna/contract/shared/money';
import type { Database } from '../platform/db/database.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';
import { readRestOfMonth } from '../services/subscriptions/forecast.ts';
import { selectBudgets } from './budgets-store.ts';
import { stepOf } from './get-dashboard.ts';
import { monthStart, readSpent, selectSpending } from './spending-store.ts';

interface SpendingRequest {
  organizationId: string;
  period: Period;
  step?: Step | undefined;
  currency: Currency;
}

/** Apart from the dashboard, which every screen of figures asks for: only one needs what the money was spent on. */
export function getSpending(db: Database, request: SpendingRequest): Promise<Spending> {
  const { organizationId, currency, period, step = stepOf[period] } = request;
  const range = { organizationId, currency, days: periodDays[period] };
  return inSnapshot(db, async (tx) => {
    const { dates, previousMinor, shares } = await selectSpending(tx, range, { step, maxServices });
    const spentMinor = await readSpent(tx, { organizationId, currency }, monthStart);
    const restMinor = await readRestOfMonth(tx, businessZone, organizationId, currency);
    const sum = (name: 'count' | 'amountMinor') => shares.reduce((all, share) => all + share[name], 0);
    const other = shares.find(({ isOther }) => isOther);
    return {
      step,
      total: { count: sum('count'), amountMinor: sum('amountMinor'), previousMinor },
      services: shares
        .filter(({ isOther }) => !isOther)
        .map(({ service, count, amountMinor, previousMinor }) => ({
          ...{ service: service || null, count, amountMinor, previousMinor },
        })),
      others: other
        ? {
            ...{ services: other.services, count: other.count },
            ...{ amountMinor: other.amountMinor, previousMinor: other.previousMinor },
          }
        : null,
      series: dates.map((date) => ({ date, amounts: shares.map(({ amounts }) => amounts[date] ?? 0) })),
      month: { spentMinor, forecastMinor: spentMinor + restMinor },
      budgets: await selectBudgets(tx, organizationId, currency),
    };
  });
}
