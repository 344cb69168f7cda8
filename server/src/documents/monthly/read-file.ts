import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { pdfFile } from '../pdf/pdf-file.ts';
import type { ClosingKind, DocumentRow } from './document-row.ts';
import { renderDocument } from './render/render-document.ts';
import { findDocument, findFile, insertFile } from './store.ts';

/** Latin, and nothing of anybody's: a name of a file travels far. */
const fileNames: Record<ClosingKind, string> = {
  act: 'act',
  upd: 'upd',
  advance_invoice: 'advance-invoice',
  reconciliation: 'reconciliation',
};

/** Null for a missing document, or another organization's where one is given. */
export async function readDocumentFile(
  db: Database,
  documentId: string,
  organizationId?: string,
): Promise<FileAnswer | null> {
  const document = await findDocument(db, documentId, organizationId);
  if (!document) return null;
  const { kind, number, revision } = document;
  const name = `${fileNames[kind]}-${number}${revision > 0 ? `-${revision}` : ''}`;
  return pdfFile(name, await storedPdf(db, document));
}

/** Draws the file of a document unless it is stored: later versions of our code draw no other one. */
async function storedPdf(db: Database, document: DocumentRow): Promise<Buffer> {
  const stored = await findFile(db, document.id);
  if (stored) return stored;
  await insertFile(db, document.id, await renderDocument(document));
  return (await findFile(db, document.id)) as Buffer;
}
