import { getClosingDocumentFile } from '@kazna/contract/admin/documents';
import * as contract from '@kazna/contract/cabinet/documents';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readFile } from './read-file.ts';
import { selectDocuments } from './store.ts';

export function listingRoutes(api: Api, db: Database): void {
  api.on(contract.listDocuments, async ({ caller, query }) =>
    toPage(await selectDocuments(db, caller.organizationId as string, query), query.limit, (row) => row.id),
  );

  api.on(contract.getDocumentFile, async ({ caller, params: { documentId } }) => {
    const file = await readFile(db, documentId, caller.organizationId as string);
    if (!file) throw new Problem('not_found');
    return file;
  });

  api.on(getClosingDocumentFile, async ({ params: { documentId } }) => {
    const file = await readFile(db, documentId);
    if (!file) throw new Problem('not_found');
    return file;
  });
}
