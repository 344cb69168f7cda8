import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { renderInvoice } from './render-invoice.ts';
import { findFile, findInvoice, insertFile } from './store.ts';

/** Drawn when it is first asked for and stored: later versions of our code draw no other file. */
export async function readInvoiceFile(db: Database, organizationId: string, invoiceId: string): Promise<FileAnswer> {
  const invoice = await findInvoice(db, organizationId, invoiceId);
  if (!invoice) throw new Problem('not_found');
  let pdf = await findFile(db, invoiceId);
  if (!pdf) {
    await insertFile(db, invoiceId, await renderInvoice(invoice));
    pdf = (await findFile(db, invoiceId)) as Buffer;
  }
  return {
    name: `invoice-${invoice.number.replace(/\D+/g, '')}.pdf`,
    contentType: 'application/pdf',
    chunks: once(pdf),
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
