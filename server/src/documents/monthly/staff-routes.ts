import * as contract from '@kazna/contract/admin/documents';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import type { ExportLimit } from '../../platform/throttling/export-limit.ts';
import { correctDocument } from './correct-document.ts';
import { exportRegister } from './export-register.ts';
import { assertMonthIsOver, closeMonth } from './month/close-month.ts';
import { getForStaff } from './present.ts';
import { countFailures, findFinish } from './running/store.ts';
import { selectRegister, selectRegisterTotals } from './store.ts';

export function staffDocumentRoutes(api: Api, db: Database, withinExportLimit: ExportLimit): void {
  api.on(contract.listClosingDocuments, async ({ query: { limit, cursor, ...filter } }) =>
    toPage(await selectRegister(db, filter, { limit: limit + 1, cursor }), limit, ({ id }) => id),
  );

  api.on(contract.getClosingTotals, async ({ query: { period } }) => ({
    items: await selectRegisterTotals(db, period),
    finishedAt: await findFinish(db, period),
    failedCount: await countFailures(db, period),
  }));

  api.on(contract.exportClosingRegister, ({ caller, query: { period } }) =>
    withinExportLimit(caller.userId, () => exportRegister(db, period)),
  );

  api.on(contract.correctDocument, async (call) => {
    const { params, body } = call;
    const actor = actorOf(call);
    return getForStaff(db, await db.transaction((tx) => correctDocument(tx, actor, params.documentId, body.reason)));
  });

  api.on(contract.closeMonthOf, async ({ caller: { userId }, body: { organizationId, period } }) => {
    const now = new Date();
    await assertMonthIsOver(db, period, now);
    const month = { organizationId, period, createdBy: userId };
    return getForStaff(db, await db.transaction((tx) => closeMonth(tx, month, now)));
  });
}
