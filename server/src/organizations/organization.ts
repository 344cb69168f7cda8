import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { Problem } from '../platform/http/problem.ts';

export function mayManage(actor: OrganizationRole, ...roles: OrganizationRole[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'));
}

/** A unique key refuses a second open organization of one owner with the same ИНН. */
export async function rejectDuplicateInn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'memberships_owned_inn_key')) throw new Problem('organization_exists');
    throw error;
  }
}
