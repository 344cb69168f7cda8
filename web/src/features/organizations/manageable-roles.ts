import { type OrganizationRole, organizationRoles } from '@kazna/contract/shared/permissions';

/** An admin manages everybody but the owners, and makes nobody an owner; the server says the same. */
export function mayManage(actor: OrganizationRole, ...roles: OrganizationRole[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'));
}

/** What somebody may make of others. */
export function rolesGivenBy(actor: OrganizationRole): OrganizationRole[] {
  return organizationRoles.filter((role) => mayManage(actor, role));
}
