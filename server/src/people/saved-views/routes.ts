import * as staff from '@kazna/contract/admin/saved-views';
import { staffFilters } from '@kazna/contract/admin/view-filters';
import * as contract from '@kazna/contract/cabinet/saved-views';
import { cabinetFilters } from '@kazna/contract/cabinet/view-filters';
import { organizationRoleCan, type StaffRole, staffRoleCan, suspendedAllows } from '@kazna/contract/shared/permissions';
import { findStanding } from '../../organizations/members-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { requirePermission } from '../../platform/http/access.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import { changeView, createView, listViews, removeView, type ViewArea } from './saved-views.ts';

export function savedViewRoutes(api: Api, db: Database): void {
  api.on(contract.listSavedViews, async ({ caller, query: { list } }) =>
    listViews(db, await cabinetOf(db, caller), list),
  );

  api.on(contract.createSavedView, async ({ caller, body }) => createView(db, await cabinetOf(db, caller), body));

  api.on(contract.updateSavedView, async ({ caller, params: { viewId }, body }) =>
    changeView(db, await cabinetOf(db, caller), viewId, body),
  );

  api.on(contract.deleteSavedView, async ({ caller, params: { viewId } }) =>
    removeView(db, await cabinetOf(db, caller), viewId),
  );

  api.on(staff.listStaffViews, ({ caller, query: { list } }) => listViews(db, deskOf(caller), list));

  api.on(staff.createStaffView, ({ caller, body }) => createView(db, deskOf(caller), body));

  api.on(staff.updateStaffView, ({ caller, params: { viewId }, body }) => changeView(db, deskOf(caller), viewId, body));

  api.on(staff.deleteStaffView, ({ caller, params: { viewId } }) => removeView(db, deskOf(caller), viewId));
}

/** Staff who view a cabinet see what its members share and change none of it. */
async function cabinetOf(db: Database, { userId, organizationId, isViewing }: Caller): Promise<ViewArea> {
  const standing = isViewing ? null : await findStanding(db, userId, organizationId as string);
  if (!standing && !isViewing) throw new Problem('not_found');
  const mayManage = standing !== null && organizationRoleCan(standing.role, 'members.manage');
  return {
    userId,
    organizationId,
    filters: cabinetFilters,
    mayShare: mayManage && (!standing.isSuspended || suspendedAllows('members.manage')),
    requireList: () => {},
    requireSharing: () => {
      if (standing) requirePermission(standing, 'members.manage');
    },
  };
}

function deskOf({ userId, operatorRole }: Caller): ViewArea {
  const role = operatorRole as StaffRole;
  return {
    userId,
    organizationId: null,
    filters: staffFilters,
    mayShare: staffRoleCan(role, 'admin.manage'),
    requireList: (list) => {
      const needed = staff.staffListNeeds[list as staff.StaffList];
      if (needed && !staffRoleCan(role, needed)) throw new Problem('forbidden');
    },
    requireSharing: () => {
      if (!staffRoleCan(role, 'admin.manage')) throw new Problem('forbidden');
    },
  };
}
