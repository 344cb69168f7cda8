import * as contract from '@kazna/contract/cabinet/balance';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { readDaysLeft } from './days-left.ts';
import { selectBalances } from './store.ts';

export function ledgerRoutes(api: Api, db: Database): void {
  api.on(contract.getBalance, async ({ params: { organizationId } }) => {
    const items = await selectBalances(db, organizationId);
    return { items, daysLeft: items[0] ? await readDaysLeft(db, organizationId, items[0]) : null };
  });
}
