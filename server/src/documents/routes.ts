import { getDocumentFileAsStaff } from '@kazna/contract/admin/documents';
import * as contract from '@kazna/contract/cabinet/documents';
import { actorOf } from '../audit/actions-store.ts';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { bankReturnRoutes } from './bank-returns/routes.ts';
import { bankTransferRoutes } from './bank-statements/bank-transfer-routes.ts';
import { bankStatementRoutes } from './bank-statements/routes.ts';
import { businessRoutes } from './business/routes.ts';
import { readFile } from './document-files.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { monthlyDocumentRoutes } from './monthly/routes.ts';
import { sendDocument } from './send-document.ts';
import { selectDocuments } from './store.ts';

export function documentRoutes(api: Api, db: Database, queue: Queue, withinExportLimit: ExportLimit): void {
  businessRoutes(api, db, queue);
  invoiceRoutes(api, db);
  anyDocumentRoutes(api, db, queue);
  monthlyDocumentRoutes(api, db, withinExportLimit);
  bankStatementRoutes(api, db);
  bankReturnRoutes(api, db);
  bankTransferRoutes(api, db, withinExportLimit);
}

/** Of documents of every kind. The access rule holds that the session of a customer has an organization. */
function anyDocumentRoutes(api: Api, db: Database, queue: Queue): void {
  const getFile = async (documentId: string, organizationId?: string) => {
    const file = await readFile(db, documentId, organizationId);
    if (!file) throw new Problem('not_found');
    return file;
  };

  api.on(contract.listDocuments, async ({ caller, query }) =>
    toPage(await selectDocuments(db, caller.organizationId as string, query), query.limit, (row) => row.id),
  );

  api.on(contract.getDocumentFile, ({ caller, params }) => getFile(params.documentId, caller.organizationId as string));

  api.on(getDocumentFileAsStaff, ({ params }) => getFile(params.documentId));

  api.on(contract.sendDocument, async (call) => {
    const { caller, params, body } = call;
    const request = { organizationId: caller.organizationId as string, ...params, ...body };
    await db.transaction((tx) => sendDocument(tx, queue, actorOf(call), request));
  });
}
