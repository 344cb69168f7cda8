import { organizationRoles } from '@kazna/contract/shared/permissions';
import { expect, test } from 'vitest';
import { grantsMorePower, mayManage, rolesGivenBy } from './roles.ts';

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

test('only a role with more power over others needs a confirmation', () => {
  const asked = organizationRoles.flatMap((current) =>
    organizationRoles
      .filter((role) => role !== current && grantsMorePower(role, current))
      .map((role) => [current, role]),
  );
  expect(asked).toEqual([
    ['admin', 'owner'],
    ['accountant', 'owner'],
    ['accountant', 'admin'],
    ['member', 'owner'],
    ['member', 'admin'],
  ]);
});
