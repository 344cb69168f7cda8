import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { isUniqueViolation } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';

/** An admin manages everybody but the owners, and makes nobody an owner. */
export function mayManage(actor: OrganizationRole, ...roles: OrganizationRole[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'));
}

/** The database refuses a second open organization of one owner with the same ИНН; the person is told in words. */
export async function refusingSecondInn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'memberships_owned_inn_key')) throw new Problem('organization_exists');
    throw error;
  }
}
