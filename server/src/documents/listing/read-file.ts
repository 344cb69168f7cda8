import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { readDocumentFile } from '../closing/read-file.ts';
import { readInvoiceFile } from '../invoices/read-invoice-file.ts';

/** The PDF of a document of any kind; null unless it is that organization's. */
export async function readFile(db: Database, organizationId: string, documentId: string): Promise<FileAnswer | null> {
  const invoice = await readInvoiceFile(db, organizationId, documentId);
  return invoice ?? readDocumentFile(db, documentId, organizationId);
}
