import * as staff from '@kazna/contract/admin/documents';
import * as contract from '@kazna/contract/cabinet/documents';
import { actorOf } from '../audit/actions-store.ts';
import type { DadataConfig } from '../config/dadata.ts';
import { hasOrganization } from '../organizations/reads.ts';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import type { Caller } from '../platform/http/caller.ts';
import { fieldProblem, Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { ExportLimit } from '../platform/throttling/export-limit.ts';
import { type AccountantContext, accountantRoutes } from './accountant/routes.ts';
import { bankReturnRoutes } from './bank-returns/routes.ts';
import { bankTransferRoutes } from './bank-statements/bank-transfer-routes.ts';
import { bankStatementRoutes } from './bank-statements/routes.ts';
import { bankRoutes } from './banks/routes.ts';
import { type BusinessContext, businessRoutes } from './business/routes.ts';
import { archiveOf, readFile } from './document-files.ts';
import { readXml, readXmlReadiness, xmlArchive } from './exchange-files.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { monthlyDocumentRoutes } from './monthly/routes.ts';
import { sendDocument } from './send-document.ts';
import { type DocumentFilter, selectDocuments } from './store.ts';

interface DocumentContext extends AccountantContext, BusinessContext {
  dadata: DadataConfig | null;
  withinExportLimit: ExportLimit;
}

export function documentRoutes(api: Api, { withinExportLimit, ...context }: DocumentContext): void {
  const { db, queue } = context;
  accountantRoutes(api, context);
  businessRoutes(api, context);
  invoiceRoutes(api, db);
  anyDocumentRoutes(api, db, queue, withinExportLimit);
  monthlyDocumentRoutes(api, db, withinExportLimit);
  bankRoutes(api, db, context.dadata);
  bankStatementRoutes(api, db);
  bankReturnRoutes(api, db);
  bankTransferRoutes(api, db, withinExportLimit);
}

/** Of documents of every kind. The access rule holds that the session of a customer has an organization. */
function anyDocumentRoutes(api: Api, db: Database, queue: Queue, withinExportLimit: ExportLimit): void {
  const getFile = async (documentId: string, organizationId?: string) => {
    const file = await readFile(db, documentId, organizationId);
    if (!file) throw new Problem('not_found');
    return file;
  };

  api.on(contract.listDocuments, async ({ caller, query }) =>
    toPage(await selectDocuments(db, caller.organizationId as string, query), query.limit, (row) => row.id),
  );

  api.on(staff.listDocumentsAsStaff, async ({ params: { organizationId }, query }) => {
    if (!(await hasOrganization(db, organizationId))) throw new Problem('not_found');
    return toPage(await selectDocuments(db, organizationId, query), query.limit, (row) => row.id);
  });

  api.on(contract.getDocumentArchive, async ({ caller: { userId, ...caller }, query }) => {
    const organizationId = caller.organizationId as string;
    const limit = contract.archivedDocuments;
    const documents = await selectDocuments(db, organizationId, { ...query, limit });
    if (documents.length > limit) throw fieldProblem('from', `Больше ${limit} документов: выберите период короче`);
    const ids = documents.map(({ id }) => id);
    return withinExportLimit(userId, () => archiveOf(db, organizationId, ids, archiveName(query)));
  });

  api.on(contract.getDocumentFile, ({ caller, params }) => getFile(params.documentId, caller.organizationId as string));

  api.on(staff.getDocumentFileAsStaff, ({ params }) => getFile(params.documentId));

  exchangeRoutes(api, db, withinExportLimit);

  api.on(contract.sendDocument, async (call) => {
    const { caller, params, body } = call;
    const request = { organizationId: caller.organizationId as string, ...params, ...body };
    await db.transaction((tx) => sendDocument(tx, queue, actorOf(call), request));
  });
}

function exchangeRoutes(api: Api, db: Database, withinExportLimit: ExportLimit): void {
  const organizationOf = ({ organizationId }: Caller) => organizationId as string;

  api.on(contract.getDocumentXml, ({ caller, params }) => readXml(db, params.documentId, organizationOf(caller)));

  api.on(contract.getXmlReadiness, ({ caller, params }) =>
    readXmlReadiness(db, params.documentId, organizationOf(caller)),
  );

  api.on(staff.getDocumentXmlAsStaff, ({ params }) => readXml(db, params.documentId));

  api.on(staff.getXmlReadinessAsStaff, ({ params }) => readXmlReadiness(db, params.documentId));

  api.on(staff.getXmlArchive, async ({ caller, query }) => {
    const archive = await xmlArchive(db, query.month);
    return withinExportLimit(caller.userId, () => archive);
  });
}

/** «Документы с 01.07.2026 по 30.09.2026.zip». */
function archiveName({ period, from, to }: DocumentFilter): string {
  const typed = (day: string) => day.split('-').reverse().join('.');
  const days = [from && ` с ${typed(from)}`, to && ` по ${typed(to)}`].filter(Boolean).join('');
  return `Документы${period ? ` за ${period.split('-').reverse().join('.')}` : days}.zip`;
}
