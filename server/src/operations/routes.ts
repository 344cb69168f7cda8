import { getOperationAsStaff } from '@kazna/contract/admin/operations';
import * as contract from '@kazna/contract/cabinet/balance';
import { getConfirmation, getOperation as operation } from '@kazna/contract/cabinet/operations';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { confirmTopUp } from './confirm-top-up.ts';
import { exportOperations } from './export-operations.ts';
import { getOperation, getOperationForStaff, type ShownMetadata } from './get-operation.ts';
import { selectOperations, selectOperationTotals } from './store.ts';

interface OperationContext {
  withinExportLimit: ExportLimit;
  shownMetadata: ShownMetadata;
  /** Who receives the money until staff said who sells. */
  businessName: string;
}

export function operationRoutes(api: Api, db: Database, context: OperationContext): void {
  const { withinExportLimit, shownMetadata, businessName } = context;

  api.on(contract.listEntries, async ({ params, query }) => {
    const { limit, cursor, ...filter } = query;
    const rows = await selectOperations(db, params.organizationId, filter, { limit: limit + 1, cursor });
    return toPage(rows, limit, (row) => row.id);
  });

  api.on(contract.getEntryTotals, async ({ params, query }) => {
    const items = await selectOperationTotals(db, params.organizationId, query);
    return { count: items.reduce((sum, { count }) => sum + count, 0), items };
  });

  api.on(operation, ({ caller, params }) =>
    getOperation(db, { organizationId: caller.organizationId as string, ...params }, shownMetadata),
  );

  api.on(getConfirmation, ({ caller, params }) =>
    confirmTopUp(db, { organizationId: caller.organizationId as string, ...params }, businessName),
  );

  api.on(getOperationAsStaff, ({ params }) => getOperationForStaff(db, params));

  api.on(contract.exportEntries, ({ caller, params, query }) => {
    const { format, ...filter } = query;
    return withinExportLimit(caller.userId, () => exportOperations(db, params.organizationId, filter, format));
  });
}
