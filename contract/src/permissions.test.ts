import { describe, expect, test } from 'vitest';
import { operatorRoleCan, operatorRoles, organizationRoleCan, organizationRoles } from './permissions.ts';

const yes = true;
const no = false;

describe('in an organization', () => {
  test.each([
    //                         owner admin accountant member
    ['organization.read', yes, yes, yes, yes],
    ['organization.leave', yes, yes, yes, yes],
    ['organization.audit', yes, yes, no, no],
    ['organization.edit', yes, no, no, no],
    ['organization.transfer', yes, no, no, no],
    ['organization.close', yes, no, no, no],
    ['members.read', yes, yes, no, no],
    ['members.manage', yes, yes, no, no],
    ['payments.read', yes, yes, yes, yes],
    ['payments.create', yes, yes, yes, yes],
    ['payments.refund', yes, yes, yes, no],
    ['payments.export', yes, yes, yes, no],
  ] as const)('%s: owner %s, admin %s, accountant %s, member %s', (permission, ...expected) => {
    expect(organizationRoles).toEqual(['owner', 'admin', 'accountant', 'member']);
    expect(organizationRoles.map((role) => organizationRoleCan(role, permission))).toEqual(expected);
  });
});

describe('in the admin area', () => {
  test.each([
    //               support finance admin
    ['admin.read', yes, yes, yes],
    ['admin.money', no, yes, yes],
    ['admin.manage', no, no, yes],
  ] as const)('%s: support %s, finance %s, admin %s', (permission, ...expected) => {
    expect(operatorRoles).toEqual(['support', 'finance', 'admin']);
    expect(operatorRoles.map((role) => operatorRoleCan(role, permission))).toEqual(expected);
  });
});
