import * as contract from '@kazna/contract/cabinet/balance';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { setLowThreshold } from './balance-settings-store.ts';
import { readBalances, readLowThresholds, readPace } from './reads.ts';

export function ledgerRoutes(api: Api, db: Database): void {
  api.on(contract.getBalance, async ({ params: { organizationId } }) => {
    const items = await readBalances(db, organizationId);
    const pace = items[0] ? await readPace(db, organizationId, items[0]) : { daysLeft: null, monthMinor: null };
    return { items, ...pace };
  });

  api.on(contract.getLowBalance, async ({ params: { organizationId } }) => ({
    items: await readLowThresholds(db, organizationId),
  }));

  api.on(contract.setLowBalance, ({ params: { organizationId }, body: { currency, thresholdMinor } }) =>
    db.transaction((tx) => setLowThreshold(tx, { organizationId, currency }, thresholdMinor)),
  );
}
