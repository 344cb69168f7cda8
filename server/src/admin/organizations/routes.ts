import * as balance from '@kazna/contract/admin/balance';
import * as contract from '@kazna/contract/admin/organizations';
import { actorOf } from '../../audit/actions-store.ts';
import { readBalances } from '../../money/ledger/reads.ts';
import { changeOrganizationStatus } from '../../organizations/organization-status.ts';
import { listRecentPayments } from '../../payments/list-payments.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { adjustBalance, changeCreditLimit } from './balance.ts';
import { listChargesForStaff, listEntriesForStaff, listHoldsForStaff } from './lists.ts';
import { findOrganizationDetails, selectAllOrganizations } from './store.ts';

export function adminOrganizationRoutes(api: Api, db: Database): void {
  const getDetails = async (organizationId: string) => {
    const row = await findOrganizationDetails(db, organizationId);
    if (!row) throw new Problem('not_found');
    return { ...row, recentPayments: await listRecentPayments(db, organizationId, 10) };
  };

  api.on(contract.listAllOrganizations, async ({ query }) =>
    toPage(await selectAllOrganizations(db, query), query.limit, (row) => row.id),
  );

  api.on(contract.getOrganizationAsStaff, ({ params }) => getDetails(params.organizationId));

  api.on(contract.updateOrganizationAsStaff, async (call) => {
    const { organizationId } = call.params;
    await db.transaction((tx) => changeOrganizationStatus(tx, actorOf(call), organizationId, call.body));
    return getDetails(organizationId);
  });

  api.on(balance.adjustBalance, async (call) => {
    const { organizationId } = call.params;
    const key = call.headers['idempotency-key'];
    await db.transaction((tx) => adjustBalance(tx, actorOf(call), { organizationId, key }, call.body));
    return { balances: await readBalances(db, organizationId) };
  });

  api.on(balance.setCreditLimit, (call) =>
    db.transaction((tx) => changeCreditLimit(tx, actorOf(call), call.params.organizationId, call.body)),
  );

  api.on(balance.listChargesAsStaff, ({ params, query }) => listChargesForStaff(db, params.organizationId, query));

  api.on(balance.listHoldsAsStaff, ({ params, query }) => listHoldsForStaff(db, params.organizationId, query));

  api.on(balance.listEntriesAsStaff, ({ params, query }) => listEntriesForStaff(db, params.organizationId, query));
}
