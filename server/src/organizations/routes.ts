import * as members from '@kazna/contract/cabinet/members';
import * as forms from '@kazna/contract/cabinet/organization-forms';
import * as contract from '@kazna/contract/cabinet/organizations';
import { actorOf } from '../audit/actions-store.ts';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import { changeMemberRole, leaveOrganization, removeMember, transferOwnership } from './change-members.ts';
import { createOrganization } from './create-organization.ts';
import { selectMembers } from './members-store.ts';
import { findOrganizationOf, findViewedOrganization, type MembershipRow, organizationsOfCaller } from './store.ts';
import { changeStaffView, type EndViews, updateOrganization } from './update-organization.ts';

export function organizationRoutes(api: Api, db: Database, endViews: EndViews): void {
  const getFor = async (userId: string, organizationId: string) => {
    const row = await findOrganizationOf(db, userId, organizationId);
    if (!row) throw new Problem('not_found');
    return row;
  };

  api.read(contract.listOrganizations, {
    rows: ({ query }) => organizationsOfCaller(query),
    answer: (rows: MembershipRow[], { query }) => toPage(rows, query.limit, (row) => row.id),
  });

  api.on(forms.createOrganization, async (call) => {
    const id = await db.transaction((tx) => createOrganization(tx, actorOf(call), call.body));
    return getFor(call.caller.userId, id);
  });

  api.on(contract.getOrganization, async ({ caller, params: { organizationId } }) => {
    const viewed = caller.isViewing ? await findViewedOrganization(db, organizationId) : null;
    return viewed ?? getFor(caller.userId, organizationId);
  });

  api.on(contract.setStaffView, (call) =>
    db.transaction((tx) => changeStaffView(tx, actorOf(call), { ...call.params, ...call.body }, endViews)),
  );

  api.on(forms.updateOrganization, async (call) => {
    const { organizationId } = call.params;
    await db.transaction((tx) => updateOrganization(tx, actorOf(call), organizationId, call.body));
    return getFor(call.caller.userId, organizationId);
  });

  api.on(members.listMembers, async ({ params, query }) =>
    toPage(await selectMembers(db, params.organizationId, query), query.limit, (row) => row.userId),
  );

  api.on(members.changeMemberRole, (call) =>
    db.transaction((tx) => changeMemberRole(tx, actorOf(call), { ...call.params, ...call.body })),
  );

  api.on(members.removeMember, (call) =>
    db.transaction((tx) => removeMember(tx, actorOf(call), call.params.organizationId, call.params.userId)),
  );

  api.on(members.leaveOrganization, (call) =>
    db.transaction((tx) => leaveOrganization(tx, actorOf(call), call.params.organizationId)),
  );

  api.on(members.transferOwnership, (call) =>
    db.transaction((tx) => transferOwnership(tx, actorOf(call), call.params.organizationId, call.body.userId)),
  );
}
