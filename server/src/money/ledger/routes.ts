import * as contract from '@kazna/contract/cabinet/balance';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { readDaysLeft } from './days-left.ts';
import { setLowThreshold } from './low-balance/set-low-threshold.ts';
import { selectLowThresholds } from './low-balance/store.ts';
import { selectBalances } from './store.ts';

export function ledgerRoutes(api: Api, db: Database): void {
  api.on(contract.getBalance, async ({ params: { organizationId } }) => {
    const items = await selectBalances(db, organizationId);
    return { items, daysLeft: items[0] ? await readDaysLeft(db, organizationId, items[0]) : null };
  });

  api.on(contract.getLowBalance, async ({ params: { organizationId } }) => ({
    items: await selectLowThresholds(db, organizationId),
  }));

  api.on(contract.setLowBalance, ({ params: { organizationId }, body: { currency, thresholdMinor } }) =>
    db.transaction((tx) => setLowThreshold(tx, { organizationId, currency }, thresholdMinor)),
  );
}
