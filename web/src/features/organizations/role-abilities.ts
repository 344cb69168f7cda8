import type { OrganizationRole } from '@kazna/contract/shared/permissions';

export const roleAbilities: Record<OrganizationRole, string> = {
  owner: 'Полный доступ: реквизиты, участники, деньги, закрытие организации',
  admin: 'Приглашает людей, меняет роли, работает с платежами. Реквизиты не меняет',
  accountant: 'Пополняет, возвращает деньги и выгружает платежи. Участников не видит',
  member: 'Видит баланс и платежи, может пополнить',
};

export function grantsMorePower(role: OrganizationRole, current: OrganizationRole): boolean {
  return role === 'owner' || (role === 'admin' && current !== 'owner');
}
