import { type Document, type DocumentKind, documentKinds } from '@kazna/contract/cabinet/documents';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Database } from '../platform/db/database.ts';
import { zipWriter } from '../platform/files/zip.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Attachment } from '../platform/mail/letter.ts';
import { readPictures } from './business/pictures-store.ts';
import { findInvoice, findInvoiceFile, insertInvoiceFile } from './invoices/invoices-store.ts';
import type { DocumentRow } from './monthly/document-data.ts';
import { findDocument, findDocumentFile, insertDocumentFile } from './monthly/store.ts';
import type { Seller } from './parties-store.ts';
import type { Pictures } from './pdf/create-pdf.ts';

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
      name: fileName({ kind: 'invoice', number: invoice.number, day: invoice.data.day, revision: 0 }),
      find: () => findInvoiceFile(db, id),
      render: async () =>
        (await import('./invoices/render-invoice.ts')).renderInvoice(
          invoice,
          await picturesIn(db, invoice.data.seller),
        ),
      insert: (pdf) => insertInvoiceFile(db, id, pdf),
    }
  );
}

async function findMonthlyPdf(db: Database, id: string, organizationId?: string): Promise<PdfFile | null> {
  const document = await findDocument(db, id, organizationId);
  if (!document) return null;
  return {
    name: fileName(document),
    find: () => findDocumentFile(db, id),
    render: async () => renderDocument(document, await picturesIn(db, document.data.seller, document.kind)),
    insert: (pdf) => insertDocumentFile(db, id, pdf),
  };
}

/** The same bytes for the same document. What draws is loaded when it is first asked for: a start waits for no fonts. */
export async function renderDocument(document: DocumentRow, pictures?: Pictures): Promise<Buffer> {
  switch (document.kind) {
    case 'act':
      return (await import('./monthly/render/render-act.ts')).renderAct(document, pictures);
    case 'upd':
      return (await import('./monthly/render/render-upd.ts')).renderUpd(document, pictures);
    case 'advance_invoice':
      return (await import('./monthly/render/render-advance-invoice.ts')).renderAdvanceInvoice(document, pictures);
    case 'reconciliation':
      return (await import('./monthly/render/render-reconciliation.ts')).renderReconciliation(document, pictures);
  }
}

/** Those that the document was made with. */
function picturesIn(db: Database, { pictures }: Seller, kind?: DocumentKind): Promise<Pictures> {
  if (!pictures) return Promise.resolve({});
  const { isOnUpd, ...ids } = pictures;
  return readPictures(db, isOnUpd || (kind !== 'upd' && kind !== 'advance_invoice') ? ids : {});
}

/** As people write it: «Счёт КЗ-000004 от 16.11.2026». Nothing of the customer: a name of a file travels far. */
function fileName({ kind, number, day, revision }: Pick<Document, 'kind' | 'number' | 'day' | 'revision'>): string {
  const corrected = revision > 0 ? ` исправление ${revision}` : '';
  return `${documentKinds[kind]} ${number} от ${day.split('-').reverse().join('.')}${corrected}`;
}

/** One PDF after another, drawn where that was not done yet: memory holds one of them. */
export function archiveOf(db: Database, organizationId: string, ids: string[], name: string): FileAnswer {
  async function* chunks() {
    const zip = zipWriter();
    for (const id of ids) {
      const file = await readFile(db, id, organizationId);
      if (file?.name) yield* zip.entry(file.name, file.chunks);
    }
    yield zip.end();
  }
  return { name, contentType: 'application/zip', chunks: chunks() };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
