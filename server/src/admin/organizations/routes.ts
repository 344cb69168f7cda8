import * as balance from '@kazna/contract/admin/balance';
import { refundChargeAsStaff as refundCharge } from '@kazna/contract/admin/operations';
import * as notes from '@kazna/contract/admin/organization-notes';
import * as contract from '@kazna/contract/admin/organizations';
import * as view from '@kazna/contract/admin/view';
import { actorOf } from '../../audit/actions-store.ts';
import { readBalances } from '../../money/ledger/reads.ts';
import { changeOrganizationStatus } from '../../organizations/organization-status.ts';
import { changeExchange } from '../../organizations/update-organization.ts';
import { listRecentPayments } from '../../payments/list-payments.ts';
import { endView, startView } from '../../people/accounts/sessions/staff-view.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { adjustBalance, changeCreditLimit, refundChargeAsStaff } from './balance.ts';
import { listChargesForStaff, listEntriesForStaff, listHoldsForStaff } from './lists.ts';
import { insertNote, selectNotes } from './notes-store.ts';
import { findOrganizationDetails, selectAllOrganizations, selectOrganizationTotals } from './store.ts';

export function adminOrganizationRoutes(api: Api, db: Database): void {
  const getDetails = async (organizationId: string) => {
    const row = await findOrganizationDetails(db, organizationId);
    if (!row) throw new Problem('not_found');
    return { ...row, recentPayments: await listRecentPayments(db, organizationId, 10) };
  };

  api.on(contract.listAllOrganizations, async ({ query }) =>
    toPage(await selectAllOrganizations(db, query), query.limit, (row) => row.id),
  );

  api.on(contract.getOrganizationTotals, ({ query }) => selectOrganizationTotals(db, query));

  api.on(contract.getOrganizationAsStaff, ({ params }) => getDetails(params.organizationId));

  api.on(contract.updateOrganizationAsStaff, async (call) => {
    const { organizationId } = call.params;
    await db.transaction((tx) => changeOrganizationStatus(tx, actorOf(call), organizationId, call.body));
    return getDetails(organizationId);
  });

  api.on(contract.updateExchangeRequisites, async (call) => {
    const { organizationId } = call.params;
    await db.transaction((tx) => changeExchange(tx, actorOf(call), organizationId, call.body));
    return getDetails(organizationId);
  });

  api.on(notes.listOrganizationNotes, async ({ params: { organizationId }, query }) => {
    await getDetails(organizationId);
    return toPage(await selectNotes(db, organizationId, query), query.limit, (row) => row.id);
  });

  api.on(notes.addOrganizationNote, async ({ caller, params, body }) => {
    const note = await insertNote(db, { id: uuidv7(), ...params, authorId: caller.userId, ...body });
    if (!note) throw new Problem('not_found');
    return note;
  });

  api.on(view.startView, (call) => {
    const actor = { ...actorOf(call), sessionId: call.caller.sessionId };
    return db.transaction((tx) => startView(tx, actor, { ...call.params, ...call.body }));
  });

  api.on(view.endView, ({ caller }) => db.transaction((tx) => endView(tx, caller)));

  api.on(balance.adjustBalance, async (call) => {
    const { organizationId } = call.params;
    const key = call.headers['idempotency-key'];
    await db.transaction((tx) => adjustBalance(tx, actorOf(call), { organizationId, key }, call.body));
    return { balances: await readBalances(db, organizationId) };
  });

  api.on(balance.setCreditLimit, (call) =>
    db.transaction((tx) => changeCreditLimit(tx, actorOf(call), call.params.organizationId, call.body)),
  );

  api.on(refundCharge, (call) => {
    const { params, headers, body } = call;
    const request = { ...params, key: headers['idempotency-key'] };
    return db.transaction((tx) => refundChargeAsStaff(tx, actorOf(call), request, body));
  });

  api.on(balance.listChargesAsStaff, ({ params, query }) => listChargesForStaff(db, params.organizationId, query));

  api.on(balance.listHoldsAsStaff, ({ params, query }) => listHoldsForStaff(db, params.organizationId, query));

  api.on(balance.listEntriesAsStaff, ({ params, query }) => listEntriesForStaff(db, params.organizationId, query));
}
