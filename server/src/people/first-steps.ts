import * as contract from '@kazna/contract/cabinet/first-steps';
import { type OrganizationPermission, organizationRoleCan, suspendedAllows } from '@kazna/contract/shared/permissions';
import type { Database } from '../platform/db/database.ts';
import type { Api } from '../platform/http/api.ts';
import { insertDismissal, type Setup, setupOfCaller } from './first-steps-store.ts';

export function firstStepRoutes(api: Api, db: Database): void {
  api.read(contract.getFirstSteps, {
    rows: () => setupOfCaller,
    answer: ([setup]: Setup[]) => ({ items: setup ? stepsOf(setup) : [] }),
  });

  api.on(contract.dismissFirstSteps, ({ caller: { userId, organizationId } }) =>
    insertDismissal(db, userId, organizationId),
  );
}

/** What a step takes; protection is everybody's own. */
const needed: Record<contract.FirstStep, OrganizationPermission | null> = {
  requisites: 'organization.edit',
  'top-up': 'payments.create',
  colleague: 'members.manage',
  service: 'services.manage',
  protection: null,
};

/** Steps that the person could take or has taken; none once all of them are done. */
function stepsOf({ role, kind, isSuspended, hasCatalogue, done }: Setup) {
  const isCompany = kind !== 'person';
  const applies = {
    requisites: isCompany,
    colleague: isCompany,
    service: hasCatalogue,
    'top-up': true,
    protection: true,
  };
  const isAllowed = (permission: OrganizationPermission | null) =>
    permission === null || (organizationRoleCan(role, permission) && (!isSuspended || suspendedAllows(permission)));
  const items = contract.firstSteps
    .filter((step) => applies[step] && isAllowed(needed[step]))
    .map((step) => ({ step, isDone: done[step] }));
  return items.every(({ isDone }) => isDone) ? [] : items;
}
