import { listBankTransfers } from '@kazna/contract/cabinet/bank-transfers';
import type { Database } from '../../../platform/db/database.ts';
import { toPage } from '../../../platform/db/page.ts';
import type { Api } from '../../../platform/http/api.ts';
import { selectTransfersOf } from './store.ts';

/** What customers see of money that came by bank transfer. */
export function bankTransferRoutes(api: Api, db: Database): void {
  api.on(listBankTransfers, async ({ caller, query }) =>
    // The access rule holds that the session has an organization.
    toPage(await selectTransfersOf(db, caller.organizationId as string, query), query.limit, (row) => row.id),
  );
}
