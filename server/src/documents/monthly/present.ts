import type { ClosingDocument } from '@kazna/contract/admin/documents';
import type { Document } from '@kazna/contract/cabinet/documents';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findListed } from './store.ts';

export async function getForStaff(db: Queries, id: string): Promise<ClosingDocument> {
  const document = await findListed(db, id);
  if (!document) throw new Problem('not_found');
  return document;
}

export async function getForCustomer(db: Queries, id: string): Promise<Document> {
  const { organizationId: _, vatMinor: __, buyerName: ___, buyerInn: ____, ...document } = await getForStaff(db, id);
  return document;
}
