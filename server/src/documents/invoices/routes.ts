import * as staff from '@kazna/contract/admin/invoices';
import * as contract from '@kazna/contract/cabinet/documents';
import { pickRequisites } from '@kazna/contract/shared/requisite-names';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findBuyer } from '../parties-store.ts';
import { cancelInvoice, cancelInvoiceAsStaff } from './cancel-invoice.ts';
import { createInvoice, readInvoiceReadiness } from './create-invoice.ts';
import {
  findInvoice,
  type InvoiceRow,
  selectInvoicePayments,
  selectInvoices,
  selectInvoicesByNumber,
} from './invoices-store.ts';
import { invoiceQr } from './payment-qr.ts';

export function invoiceRoutes(api: Api, db: Database): void {
  const getInvoice = async (caller: Caller, invoiceId: string) => {
    const row = await findInvoice(db, invoiceId, organizationOf(caller));
    if (!row) throw new Problem('not_found');
    return { ...presentInvoice(row), payments: row.paidMinor > 0 ? await selectInvoicePayments(db, row.id) : [] };
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

  api.on(staff.listInvoicesAsStaff, async ({ params: { organizationId }, query }) => {
    if (!(await findBuyer(db, organizationId))) throw new Problem('not_found');
    const rows = await selectInvoices(db, organizationId, { ...query, isUnpaid: query.state === 'unpaid' });
    return toPage(rows, query.limit, (row) => row.id);
  });

  api.on(staff.findInvoicesAsStaff, async ({ query: { q, ...page } }) =>
    toPage(await selectInvoicesByNumber(db, q, page), page.limit, (row) => row.id),
  );

  api.on(staff.cancelInvoiceAsStaff, (call) =>
    db.transaction((tx) => cancelInvoiceAsStaff(tx, actorOf(call), call.params.invoiceId, call.body.reason)),
  );
}

/** The access rule holds that the session has one. */
function organizationOf({ organizationId }: Caller): string {
  return organizationId as string;
}

function presentInvoice(row: InvoiceRow): Omit<contract.Invoice, 'payments'> {
  const { organizationId: _, data, ...invoice } = row;
  const { day, description, vat, vatMinor, purpose, bank } = data;
  return {
    ...invoice,
    ...{ day, description, vat, vatMinor, purpose, bank },
    seller: pickRequisites(data.seller),
    buyer: pickRequisites(data.buyer),
    qr: invoiceQr(row).map((modules) => modules.map(Number).join('')),
  };
}
