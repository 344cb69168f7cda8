import * as contract from '@kazna/contract/cabinet/dashboard';
import { type Period, periodDays } from '@kazna/contract/cabinet/dashboard';
import { getSpending as getSpendingEndpoint, maxServices, type Spending } from '@kazna/contract/cabinet/spending';
import type { Currency } from '@kazna/contract/shared/money';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { getDashboard } from './get-dashboard.ts';
import { type Share, selectSpending } from './store.ts';

export function dashboardRoutes(api: Api, db: Database): void {
  api.on(contract.getDashboard, ({ params, query }) => getDashboard(db, { ...params, ...query }));

  api.on(getSpendingEndpoint, ({ params, query }) => getSpending(db, { ...params, ...query }));
}

interface SpendingRequest {
  organizationId: string;
  period: Period;
  currency: Currency;
}

/** Apart from the dashboard: it reads entries, of which an organization may have many, and nothing waits for it. */
async function getSpending(db: Database, { period, ...request }: SpendingRequest): Promise<Spending> {
  const rows = await selectSpending(db, { ...request, days: periodDays[period] }, maxServices);
  const other = rows.find(({ isOther }) => isOther);
  const total = (name: keyof Share) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    total: { count: total('count'), amountMinor: total('amountMinor') },
    services: rows
      .filter(({ isOther }) => !isOther)
      .map(({ service, count, amountMinor }) => ({ service, count, amountMinor })),
    others: other ? { services: other.services, count: other.count, amountMinor: other.amountMinor } : null,
  };
}
