import { expect, test } from 'vitest';
import { mayManage, rolesGivenBy } from './manageable-roles.ts';

test('owners manage everybody, admins everybody but owners, other roles nobody', () => {
  expect(mayManage('owner', 'owner')).toBe(true);
  expect(mayManage('admin', 'member', 'admin')).toBe(true);
  expect(mayManage('admin', 'owner')).toBe(false);
  expect(mayManage('accountant', 'member')).toBe(false);
});

test('only an owner makes another owner', () => {
  expect(rolesGivenBy('owner')).toEqual(['owner', 'admin', 'accountant', 'member']);
  expect(rolesGivenBy('admin')).toEqual(['admin', 'accountant', 'member']);
});
