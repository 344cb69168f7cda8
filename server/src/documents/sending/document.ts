import { type DocumentKind, documentKinds } from '@kazna/contract/cabinet/documents';
import type { Money } from '@kazna/contract/shared/money';
import type { Database, Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Attachment } from '../../platform/mail/letter.ts';
import { readInvoiceHead } from '../invoices/reads.ts';
import { readFile } from '../listing/read-file.ts';
import { readDocumentHead } from '../monthly/reads.ts';

export interface DocumentHead extends Money {
  kind: DocumentKind;
  number: string;
}

/** Null unless the document is that organization's. */
export async function findDocument(db: Queries, organizationId: string, id: string): Promise<DocumentHead | null> {
  const invoice = await readInvoiceHead(db, organizationId, id);
  return invoice ? { kind: 'invoice', ...invoice } : readDocumentHead(db, organizationId, id);
}

/** «Счёт № КЗ-000123». */
export function documentTitle({ kind, number }: Pick<DocumentHead, 'kind' | 'number'>): string {
  return `${documentKinds[kind]} № ${number}`;
}

export async function readDocumentFile(db: Database, organizationId: string, id: string): Promise<Attachment> {
  const file = await readFile(db, id, organizationId);
  if (!file) throw new Problem('not_found');
  const { name = 'document.pdf', contentType, chunks } = file;
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return { name, contentType, content: Buffer.concat(parts) };
}
