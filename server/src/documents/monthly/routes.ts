import * as contract from '@kazna/contract/cabinet/monthly-documents';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { assertMonthIsOver, closeMonth } from './month/close-month.ts';
import { getForCustomer } from './present.ts';
import { createReconciliation } from './reconciliation/create-reconciliation.ts';

export function closingDocumentRoutes(api: Api, db: Database): void {
  api.on(contract.createReconciliation, async ({ caller: { userId, ...caller }, body }) => {
    const organizationId = caller.organizationId as string;
    const request = { organizationId, userId, ...body };
    return getForCustomer(db, await db.transaction((tx) => createReconciliation(tx, request, new Date())));
  });

  api.on(contract.closeMonth, async ({ caller: { userId, ...caller }, body: { period } }) => {
    const organizationId = caller.organizationId as string;
    const now = new Date();
    await assertMonthIsOver(db, period, now);
    const id = await db.transaction(async (tx) => {
      await lockSharedWithPermission(tx, organizationId, userId, 'payments.export');
      return closeMonth(tx, { organizationId, period, createdBy: userId }, now);
    });
    return getForCustomer(db, id);
  });
}
