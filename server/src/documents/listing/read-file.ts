import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { readInvoiceFile } from '../invoices/read-invoice-file.ts';
import { readDocumentFile } from '../monthly/read-file.ts';

/** The PDF of a document of any kind; null for a missing one, or another organization's where one is given. */
export async function readFile(db: Database, documentId: string, organizationId?: string): Promise<FileAnswer | null> {
  const invoice = await readInvoiceFile(db, documentId, organizationId);
  return invoice ?? readDocumentFile(db, documentId, organizationId);
}
