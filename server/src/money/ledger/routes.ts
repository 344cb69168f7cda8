import * as contract from '@kazna/contract/cabinet/balance';
import type { Money } from '@kazna/contract/shared/money';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { setLowThreshold } from './balance-settings-store.ts';
import { readBalances, readLowThresholds } from './reads.ts';

type ReadForecast = (
  organizationId: string,
  balance: Money,
) => Promise<{ daysLeft: number | null; monthMinor: number | null }>;

export function ledgerRoutes(api: Api, db: Database, readForecast: ReadForecast): void {
  api.on(contract.getBalance, async ({ params: { organizationId } }) => {
    const items = await readBalances(db, organizationId);
    const none = { daysLeft: null, monthMinor: null };
    return { items, ...(items[0] ? await readForecast(organizationId, items[0]) : none) };
  });

  api.on(contract.getLowBalance, async ({ params: { organizationId } }) => ({
    items: await readLowThresholds(db, organizationId),
  }));

  api.on(contract.setLowBalance, ({ params: { organizationId }, body: { currency, thresholdMinor } }) =>
    db.transaction((tx) => setLowThreshold(tx, { organizationId, currency }, thresholdMinor)),
  );
}
