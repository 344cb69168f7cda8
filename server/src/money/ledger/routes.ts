import * as contract from '@kazna/contract/cabinet/balance';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { selectBalances } from './store.ts';

export function ledgerRoutes(api: Api, db: Database): void {
  api.on(contract.getBalance, async ({ params }) => ({ items: await selectBalances(db, params.organizationId) }));
}
