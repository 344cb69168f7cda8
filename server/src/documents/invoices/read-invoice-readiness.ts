import type { InvoiceReadiness } from '@kazna/contract/cabinet/documents';
import type { Queries } from '../../platform/db/database.ts';
import { readBusiness } from '../business/reads.ts';
import { findBuyer } from '../parties-store.ts';
import { taxPeriodOn } from '../tax/tax-period.ts';
import { selectInvoiceDays } from './store.ts';

export async function readInvoiceReadiness(db: Queries, organizationId: string): Promise<InvoiceReadiness> {
  if (!(await findBuyer(db, organizationId))?.inn) return 'requisites_required';
  const business = await readBusiness(db);
  if (!business?.bankAccounts.length) return 'invoices_not_ready';
  const { day } = await selectInvoiceDays(db, business.invoiceDays);
  return taxPeriodOn(business.taxPeriods, day) ? 'ready' : 'invoices_not_ready';
}
