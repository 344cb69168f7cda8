import { describe, expect, test } from 'vitest';
import { organizationRoleCan, organizationRoles, staffRoleCan, staffRoles, suspendedAllows } from './permissions.ts';

const yes = true;
const no = false;

describe('in an organization', () => {
  test.each([
    //                         owner admin accountant member, and whether a suspended organization allows it
    ['organization.read', yes, yes, yes, yes, yes],
    ['organization.leave', yes, yes, yes, yes, yes],
    ['organization.audit', yes, yes, no, no, yes],
    ['organization.edit', yes, no, no, no, no],
    ['organization.transfer', yes, no, no, no, no],
    ['organization.close', yes, no, no, no, no],
    ['members.read', yes, yes, no, no, yes],
    ['members.manage', yes, yes, no, no, no],
    ['payments.read', yes, yes, yes, yes, yes],
    ['payments.create', yes, yes, yes, yes, no],
    ['payments.refund', yes, yes, yes, no, no],
    ['payments.export', yes, yes, yes, no, yes],
    ['cards.read', yes, yes, yes, no, yes],
    ['cards.manage', yes, yes, yes, no, no],
    ['requests.create', yes, yes, yes, yes, yes],
    ['requests.money', yes, yes, yes, no, yes],
    ['requests.read', yes, yes, no, no, yes],
  ] as const)('%s: owner %s, admin %s, accountant %s, member %s, when suspended %s', (permission, ...expected) => {
    expect(organizationRoles).toEqual(['owner', 'admin', 'accountant', 'member']);
    const byRole = organizationRoles.map((role) => organizationRoleCan(role, permission));
    expect([...byRole, suspendedAllows(permission)]).toEqual(expected);
  });
});

describe('in the admin area', () => {
  test.each([
    //               support finance admin
    ['admin.read', yes, yes, yes],
    ['admin.requests', yes, yes, yes],
    ['admin.money', no, yes, yes],
    ['admin.manage', no, no, yes],
  ] as const)('%s: support %s, finance %s, admin %s', (permission, ...expected) => {
    expect(staffRoles).toEqual(['support', 'finance', 'admin']);
    expect(staffRoles.map((role) => staffRoleCan(role, permission))).toEqual(expected);
  });
});
