import * as contract from '@kazna/contract/admin/business';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { findBusiness } from './store.ts';
import { updateBusiness } from './update-business.ts';

export function businessRoutes(api: Api, db: Database): void {
  const getBusiness = async () =>
    (await findBusiness(db)) ?? { version: 0, data: null, changedAt: null, changedBy: null };

  api.on(contract.getBusiness, getBusiness);

  api.on(contract.updateBusiness, async (call) => {
    await db.transaction((tx) => updateBusiness(tx, actorOf(call), call.body));
    return getBusiness();
  });
}
