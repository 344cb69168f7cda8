import * as contract from '@kazna/contract/admin/invoices';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findBuyer } from '../parties-store.ts';
import { cancelAnyInvoice } from './cancel-any-invoice.ts';
import { selectInvoices } from './store.ts';

export function staffInvoiceRoutes(api: Api, db: Database): void {
  api.on(contract.listAnyInvoices, async ({ params: { organizationId }, query }) => {
    if (!(await findBuyer(db, organizationId))) throw new Problem('not_found');
    const rows = await selectInvoices(db, organizationId, { ...query, isUnpaid: query.state === 'unpaid' });
    return toPage(rows, query.limit, (row) => row.id);
  });

  api.on(contract.cancelAnyInvoice, (call) =>
    db.transaction((tx) => cancelAnyInvoice(tx, actorOf(call), call.params.invoiceId, call.body.reason)),
  );
}
