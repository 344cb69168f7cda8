import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Attachment } from '../platform/mail/letter.ts';
import { findInvoice, findInvoiceFile, insertInvoiceFile } from './invoices/invoices-store.ts';
import { renderInvoice } from './invoices/render-invoice.ts';
import type { DocumentRow, MonthlyKind } from './monthly/document-data.ts';
import { renderAct } from './monthly/render/render-act.ts';
import { renderAdvanceInvoice } from './monthly/render/render-advance-invoice.ts';
import { renderReconciliation } from './monthly/render/render-reconciliation.ts';
import { renderUpd } from './monthly/render/render-upd.ts';
import { findDocument, findDocumentFile, insertDocumentFile } from './monthly/store.ts';

/** The PDF of a document of any kind; null for a missing one, or another organization's where one is given. */
export async function readFile(db: Database, documentId: string, organizationId?: string): Promise<FileAnswer | null> {
  const file =
    (await findInvoicePdf(db, documentId, organizationId)) ?? (await findMonthlyPdf(db, documentId, organizationId));
  if (!file) return null;
  return { name: `${file.name}.pdf`, contentType: 'application/pdf', chunks: once(await storedPdf(file)) };
}

export async function readAttachment(db: Database, organizationId: string, documentId: string): Promise<Attachment> {
  const file = await readFile(db, documentId, organizationId);
  if (!file) throw new Problem('not_found');
  const { name = 'document.pdf', contentType, chunks } = file;
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return { name, contentType, content: Buffer.concat(parts) };
}

interface PdfFile {
  name: string;
  find: () => Promise<Buffer | null>;
  render: () => Promise<Buffer>;
  /** The first one stays. */
  insert: (pdf: Buffer) => Promise<void>;
}

/** Drawn once and stored: later versions of our code draw no other one. */
async function storedPdf({ find, render, insert }: PdfFile): Promise<Buffer> {
  const stored = await find();
  if (stored) return stored;
  await insert(await render());
  return (await find()) as Buffer;
}

async function findInvoicePdf(db: Database, id: string, organizationId?: string): Promise<PdfFile | null> {
  const invoice = await findInvoice(db, id, organizationId);
  return (
    invoice && {
      name: `invoice-${invoice.number.replace(/\D+/g, '')}`,
      find: () => findInvoiceFile(db, id),
      render: () => renderInvoice(invoice),
      insert: (pdf) => insertInvoiceFile(db, id, pdf),
    }
  );
}

/** Latin, and nothing of anybody's: a name of a file travels far. */
const fileNames: Record<MonthlyKind, string> = {
  act: 'act',
  upd: 'upd',
  advance_invoice: 'advance-invoice',
  reconciliation: 'reconciliation',
};

async function findMonthlyPdf(db: Database, id: string, organizationId?: string): Promise<PdfFile | null> {
  const document = await findDocument(db, id, organizationId);
  if (!document) return null;
  const { kind, number, revision } = document;
  return {
    name: `${fileNames[kind]}-${number}${revision > 0 ? `-${revision}` : ''}`,
    find: () => findDocumentFile(db, id),
    render: () => renderDocument(document),
    insert: (pdf) => insertDocumentFile(db, id, pdf),
  };
}

/** The same bytes for the same document. */
export function renderDocument(document: DocumentRow): Promise<Buffer> {
  switch (document.kind) {
    case 'act':
      return renderAct(document);
    case 'upd':
      return renderUpd(document);
    case 'advance_invoice':
      return renderAdvanceInvoice(document);
    case 'reconciliation':
      return renderReconciliation(document);
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
