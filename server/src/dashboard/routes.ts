import * as contract from '@kazna/contract/cabinet/dashboard';
import * as spending from '@kazna/contract/cabinet/spending';
import { actorOf } from '../audit/actions-store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { changeBudget } from './budgets.ts';
import { getDashboard } from './get-dashboard.ts';
import { getSpending } from './get-spending.ts';

export function dashboardRoutes(api: Api, db: Database): void {
  api.on(contract.getDashboard, ({ params, query }) => getDashboard(db, { ...params, ...query }));

  api.on(spending.getSpending, ({ params, query }) => getSpending(db, { ...params, ...query }));

  api.on(spending.setBudget, (call) =>
    db.transaction((tx) => changeBudget(tx, actorOf(call), call.params.organizationId, call.body)),
  );
}
