import * as contract from '@kazna/contract/cabinet/dashboard';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { getDashboard } from './get-dashboard.ts';
import { getSpending } from './get-spending.ts';

export function dashboardRoutes(api: Api, db: Database): void {
  api.on(contract.getDashboard, ({ params, query }) => getDashboard(db, { ...params, ...query }));

  api.on(contract.getSpending, ({ params, query }) => getSpending(db, { ...params, ...query }));
}
