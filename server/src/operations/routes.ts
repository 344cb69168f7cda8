import * as contract from '@kazna/contract/cabinet/balance';
import { getChargeDetails } from '@kazna/contract/cabinet/charges';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { exportOperations } from './export-operations.ts';
import { getCharge, type ShownMetadata } from './get-charge.ts';
import { selectOperations, selectOperationTotals } from './store.ts';

interface OperationContext {
  withinExportLimit: ExportLimit;
  shownMetadata: ShownMetadata;
}

export function operationRoutes(
  api: Api,
  db: Database,
  { withinExportLimit, shownMetadata }: OperationContext,
): void {
  api.on(contract.listEntries, async ({ params, query }) => {
    const { limit, cursor, ...filter } = query;
    const rows = await selectOperations(db, params.organizationId, filter, { limit: limit + 1, cursor });
    return toPage(rows, limit, (row) => row.id);
  });

  api.on(contract.getEntryTotals, async ({ params, query }) => {
    const items = await selectOperationTotals(db, params.organizationId, query);
    return { count: items.reduce((sum, { count }) => sum + count, 0), items };
  });

  api.on(getChargeDetails, ({ params }) => getCharge(db, params, shownMetadata));

  api.on(contract.exportEntries, ({ caller, params, query }) => {
    const { format, ...filter } = query;
    return withinExportLimit(caller.userId, () => exportOperations(db, params.organizationId, filter, format));
  });
}
