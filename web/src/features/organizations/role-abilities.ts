import type { OrganizationRole } from '@kazna/contract/permissions';

export const roleAbilities: Record<OrganizationRole, string> = {
  owner: 'Может всё: реквизиты, люди, деньги, закрытие организации',
  admin: 'Приглашает людей, меняет роли, работает с платежами. Реквизиты не меняет',
  accountant: 'Пополняет, возвращает деньги и выгружает платежи. Людей не видит',
  member: 'Видит баланс и платежи, может пополнить',
};
