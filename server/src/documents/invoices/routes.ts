import * as contract from '@kazna/contract/cabinet/documents';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { presentInvoice } from './present-invoice.ts';
import { readInvoiceReadiness } from './read-invoice-readiness.ts';
import { findInvoice } from './store.ts';

export function invoiceRoutes(api: Api, db: Database): void {
  const getInvoice = async (caller: Caller, invoiceId: string) => {
    const row = await findInvoice(db, invoiceId, organizationOf(caller));
    if (!row) throw new Problem('not_found');
    return presentInvoice(row);
  };

  api.on(contract.createInvoice, async ({ caller, headers, body }) => {
    const request = { organizationId: organizationOf(caller), userId: caller.userId, key: headers['idempotency-key'] };
    return getInvoice(caller, await db.transaction((tx) => createInvoice(tx, { ...request, form: body })));
  });

  api.on(contract.getInvoiceReadiness, async ({ caller }) => ({
    readiness: await readInvoiceReadiness(db, organizationOf(caller)),
  }));

  api.on(contract.getInvoice, ({ caller, params }) => getInvoice(caller, params.invoiceId));

  api.on(contract.cancelInvoice, async ({ caller, params: { invoiceId } }) => {
    const request = { organizationId: organizationOf(caller), userId: caller.userId, invoiceId };
    await db.transaction((tx) => cancelInvoice(tx, request));
    return getInvoice(caller, invoiceId);
  });
}

/** The access rule holds that the session has one. */
function organizationOf({ organizationId }: Caller): string {
  return organizationId as string;
}
