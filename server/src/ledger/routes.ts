import { getBalance, listEntries } from '@kazna/contract/balance';
import type { Database } from '../db/database.ts';
import { toPage } from '../db/page.ts';
import type { Api } from '../http/api.ts';
import { selectBalances, selectEntries } from './store.ts';

export function ledgerRoutes(api: Api, db: Database): void {
  api.on(getBalance, async ({ params }) => ({ items: await selectBalances(db, params.organizationId) }));

  api.on(listEntries, async ({ params, query }) => {
    const rows = await selectEntries(db, params.organizationId, query);
    return toPage(
      rows,
      query.limit,
      (row) => row.id,
      ({ sourceId, createdAt, ...entry }) => ({ ...entry, paymentId: sourceId, createdAt: createdAt.toISOString() }),
    );
  });
}
