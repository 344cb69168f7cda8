import type { createInvoice as contract, InvoiceReadiness } from '@kazna/contract/cabinet/documents';
import type { z } from 'zod/mini';
import { lockSharedWithPermission } from '../../organizations/lock-shared-with-permission.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { type Limit, throttleAll } from '../../platform/throttling/throttle.ts';
import { readBusiness } from '../business/business-store.ts';
import { invoiceCreated } from '../notifications.ts';
import { takeNumber } from '../numbers-store.ts';
import { findBuyer } from '../parties-store.ts';
import { taxPeriodOn } from '../vat.ts';
import { makeInvoiceData } from './invoice-data.ts';
import { countUnpaidInvoices, insertInvoice, invoiceNumber, matchKeyOf, selectInvoiceDays } from './invoices-store.ts';

/** The text of the problem names the number. */
const maxUnpaid = 100;
const keepDays = 3;
/** A number that was taken is used up, however soon its invoice is canceled. */
const invoicesOfPerson: Limit = { name: 'invoices-person', hits: 60, windowSeconds: 60 * 60 };
const invoicesOfOrganization: Limit = { name: 'invoices-organization', hits: 120, windowSeconds: 60 * 60 };

export interface InvoiceRequest {
  organizationId: string;
  userId: string;
  key: string;
  form: z.output<typeof contract.body>;
}

/** Returns the id; a repeated key returns the first one. */
export async function createInvoice(tx: Transaction, request: InvoiceRequest): Promise<string> {
  const { organizationId, userId, key, form } = request;
  const { amountMinor, currency, description = null } = form;
  const id = uuidv7();
  const claim = { scope: `invoices:${organizationId}`, key, body: form, reference: id, keepDays };
  const claimed = await claimKey(tx, claim);
  if (!claimed.isNew) return claimed.reference;
  await throttleAll(tx, [
    { limit: invoicesOfPerson, subject: userId },
    { limit: invoicesOfOrganization, subject: organizationId },
  ]);
  if (currency !== 'RUB') throw new Problem('currency_disabled');
  await lockSharedWithPermission(tx, organizationId, userId, 'payments.create');
  const buyer = await findBuyer(tx, organizationId);
  if (!buyer?.inn) throw new Problem('requisites_required');
  const business = await readBusiness(tx);
  if (!business) throw new Problem('invoices_not_ready');
  const days = await selectInvoiceDays(tx, business.invoiceDays);
  const { invoicePrefix: prefix } = business;
  // Everybody's next invoice waits for this lock: the last one before the insert.
  const sequence = await takeNumber(tx, `invoice:${prefix}`);
  if ((await countUnpaidInvoices(tx, organizationId)) >= maxUnpaid) throw new Problem('too_many_invoices');
  const number = invoiceNumber(prefix, sequence);
  const terms = { number, ...days, amountMinor, currency, description };
  const data = makeInvoiceData(business, buyer, terms);
  if (!data) throw new Problem('invoices_not_ready');
  const matchKey = matchKeyOf(prefix, sequence);
  await insertInvoice(tx, { id, organizationId, number, matchKey, amountMinor, currency, data, createdBy: userId });
  await notifyMembers(tx, invoiceCreated, {
    organizationId,
    sourceId: id,
    details: { invoiceId: id, number, amountMinor, currency, dueDay: days.dueDay, requesterId: userId },
  });
  announce(tx, { organizationId }, 'payments');
  return id;
}

export async function readInvoiceReadiness(db: Queries, organizationId: string): Promise<InvoiceReadiness> {
  if (!(await findBuyer(db, organizationId))?.inn) return 'requisites_required';
  const business = await readBusiness(db);
  if (!business?.bankAccounts.length) return 'invoices_not_ready';
  const { day } = await selectInvoiceDays(db, business.invoiceDays);
  return taxPeriodOn(business.taxPeriods, day) ? 'ready' : 'invoices_not_ready';
}
