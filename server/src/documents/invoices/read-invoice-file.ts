import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { pdfFile } from '../pdf/pdf-file.ts';
import { renderInvoice } from './render-invoice.ts';
import { findFile, findInvoice, insertFile } from './store.ts';

/** Drawn once and stored: later code draws no other. Null for no invoice, or another organization's if one is given. */
export async function readInvoiceFile(
  db: Database,
  invoiceId: string,
  organizationId?: string,
): Promise<FileAnswer | null> {
  const invoice = await findInvoice(db, invoiceId, organizationId);
  if (!invoice) return null;
  let pdf = await findFile(db, invoiceId);
  if (!pdf) {
    await insertFile(db, invoiceId, await renderInvoice(invoice));
    pdf = (await findFile(db, invoiceId)) as Buffer;
  }
  return pdfFile(`invoice-${invoice.number.replace(/\D+/g, '')}`, pdf);
}
