import { exportBankTransfers, getBankTransferTotals, listBankTransfers } from '@kazna/contract/cabinet/bank-transfers';
import type { Database } from '../../../platform/db/database.ts';
import { toPage } from '../../../platform/db/page.ts';
import type { Api } from '../../../platform/http/api.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { ExportLimit } from '../../../platform/throttling/export-limit.ts';
import { exportTransfers } from './export-transfers.ts';
import { selectTransfersOf, sumTransfersOf } from './store.ts';

/** The access rule holds that the session has one. */
const organizationOf = ({ organizationId }: Caller) => organizationId as string;

export function bankTransferRoutes(api: Api, db: Database, withinExportLimit: ExportLimit): void {
  api.on(listBankTransfers, async ({ caller, query: { limit, cursor, ...filter } }) => {
    const page = { limit: limit + 1, cursor };
    return toPage(await selectTransfersOf(db, organizationOf(caller), filter, page), limit, (row) => row.id);
  });

  api.on(getBankTransferTotals, ({ caller, query }) => sumTransfersOf(db, organizationOf(caller), query));

  api.on(exportBankTransfers, async ({ caller, query: { format, ...filter } }) =>
    withinExportLimit(caller.userId, () => exportTransfers(db, organizationOf(caller), filter, format)),
  );
}
