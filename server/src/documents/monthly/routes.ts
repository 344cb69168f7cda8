import * as staff from '@kazna/contract/admin/documents';
import type { Document } from '@kazna/contract/cabinet/documents';
import * as contract from '@kazna/contract/cabinet/monthly-documents';
import { actorOf } from '../../audit/actions-store.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ExportLimit } from '../../platform/throttling/export-limit.ts';
import { correctDocument } from './correct-document.ts';
import { createReconciliation } from './create-reconciliation.ts';
import { exportRegister } from './export-register.ts';
import { assertMonthIsOver, makeMonthDocument } from './month-document.ts';
import { countFailures, findFinish } from './runs-store.ts';
import { findListed, selectRegister, selectRegisterTotals } from './store.ts';

export function monthlyDocumentRoutes(api: Api, db: Database, withinExportLimit: ExportLimit): void {
  api.on(contract.createReconciliation, async ({ caller: { userId, ...caller }, body }) => {
    const organizationId = caller.organizationId as string;
    const request = { organizationId, userId, ...body };
    const now = new Date(await businessNow(db));
    return getForCustomer(db, await db.transaction((tx) => createReconciliation(tx, request, now)));
  });

  api.on(contract.closeMonth, async ({ caller: { userId, ...caller }, body: { period } }) => {
    const organizationId = caller.organizationId as string;
    const now = new Date(await businessNow(db));
    await assertMonthIsOver(db, period, now);
    const id = await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, organizationId, userId, 'payments.export');
      return makeMonthDocument(tx, { organizationId, period, createdBy: userId }, now);
    });
    return getForCustomer(db, id);
  });

  staffRoutes(api, db, withinExportLimit);
}

function staffRoutes(api: Api, db: Database, withinExportLimit: ExportLimit): void {
  api.on(staff.listMonthlyDocuments, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(await selectRegister(db, filter, { limit: limit + 1, cursor }), limit, ({ id }) => id),
  );

  api.on(staff.getMonthlyTotals, async ({ query: { period } }) => ({
    items: await selectRegisterTotals(db, period),
    finishedAt: await findFinish(db, period),
    failedCount: await countFailures(db, period),
  }));

  api.on(staff.exportMonthlyRegister, ({ caller, query: { period } }) =>
    withinExportLimit(caller.userId, () => exportRegister(db, period)),
  );

  api.on(staff.correctDocument, async (call) => {
    const { params, body } = call;
    const actor = actorOf(call);
    return getForStaff(db, await db.transaction((tx) => correctDocument(tx, actor, params.documentId, body.reason)));
  });

  api.on(staff.closeMonthOf, async ({ caller: { userId }, body: { organizationId, period } }) => {
    const now = new Date(await businessNow(db));
    await assertMonthIsOver(db, period, now);
    const month = { organizationId, period, createdBy: userId };
    return getForStaff(db, await db.transaction((tx) => makeMonthDocument(tx, month, now)));
  });
}

async function getForStaff(db: Queries, id: string): Promise<staff.MonthlyDocument> {
  const document = await findListed(db, id);
  if (!document) throw new Problem('not_found');
  return document;
}

async function getForCustomer(db: Queries, id: string): Promise<Document> {
  const { organizationId: _, vatMinor: __, buyerName: ___, buyerInn: ____, ...document } = await getForStaff(db, id);
  return document;
}
