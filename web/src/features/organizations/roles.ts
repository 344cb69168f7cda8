import { type OrganizationRole, organizationRoles } from '@kazna/contract/shared/permissions';

/** Admins manage everybody but owners; the server checks the same rule. */
export function mayManage(actor: OrganizationRole, ...roles: OrganizationRole[]): boolean {
  return actor === 'owner' || (actor === 'admin' && !roles.includes('owner'));
}

export function rolesGivenBy(actor: OrganizationRole): OrganizationRole[] {
  return organizationRoles.filter((role) => mayManage(actor, role));
}

export const roleAbilities: Record<OrganizationRole, string> = {
  owner: 'Полный доступ: реквизиты, участники, деньги, закрытие организации',
  admin: 'Приглашает людей, меняет роли, работает с платежами. Реквизиты не меняет',
  accountant: 'Пополняет, возвращает деньги и выгружает платежи. Участников не видит',
  member: 'Видит баланс и платежи, может пополнить',
};

export function grantsMorePower(role: OrganizationRole, current: OrganizationRole): boolean {
  return role === 'owner' || (role === 'admin' && current !== 'owner');
}
