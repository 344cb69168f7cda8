import * as contract from '@kazna/contract/cabinet/dashboard';
import { getSpending as spending } from '@kazna/contract/cabinet/spending';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { getDashboard, getSpending } from './get-dashboard.ts';

export function dashboardRoutes(api: Api, db: Database): void {
  api.on(contract.getDashboard, ({ params, query }) => getDashboard(db, { ...params, ...query }));

  api.on(spending, ({ params, query }) => getSpending(db, { ...params, ...query }));
}
