import { type OrganizationRole, organizationRoles } from '@kazna/contract/shared/permissions';

/** Admins manage everybody but owners; the server checks the same rule. */
export function mayManage(actor: OrganizationRole, ...roles: OrganizationRole[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'));
}

export function rolesGivenBy(actor: OrganizationRole): OrganizationRole[] {
  return organizationRoles.filter((role) => mayManage(actor, role));
}
