export const organizationRoles = ['owner', 'admin', 'accountant', 'member'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export const roleNames: Record<OrganizationRole, string> = {
  owner: 'Владелец',
  admin: 'Администратор',
  accountant: 'Бухгалтер',
  member: 'Участник',
};

/** Permissions inside an organization by role; server and web read this one map. */
const byOrganizationRole = {
  member: [
    'organization.read',
    'organization.leave',
    'payments.read',
    'payments.create',
    'services.read',
    'requests.create',
  ],
  accountant: [
    'organization.read',
    'organization.leave',
    'payments.read',
    'payments.create',
    'payments.refund',
    'payments.export',
    'cards.read',
    'cards.manage',
    'links.manage',
    'services.read',
    'services.manage',
    'requests.create',
    'requests.money',
  ],
  admin: [
    'organization.read',
    'organization.leave',
    'organization.audit',
    'members.read',
    'members.manage',
    'payments.read',
    'payments.create',
    'payments.refund',
    'payments.export',
    'cards.read',
    'cards.manage',
    'links.manage',
    'services.read',
    'services.manage',
    'requests.create',
    'requests.money',
    'requests.read',
  ],
  owner: [
    'organization.read',
    'organization.leave',
    'organization.audit',
    'organization.edit',
    'organization.transfer',
    'organization.close',
    'members.read',
    'members.manage',
    'payments.read',
    'payments.create',
    'payments.refund',
    'payments.export',
    'cards.read',
    'cards.manage',
    'links.manage',
    'services.read',
    'services.manage',
    'requests.create',
    'requests.money',
    'requests.read',
  ],
} as const satisfies Record<OrganizationRole, readonly string[]>;

export type OrganizationPermission = (typeof byOrganizationRole)[OrganizationRole][number];

export function organizationRoleCan(role: OrganizationRole, permission: OrganizationPermission): boolean {
  return (byOrganizationRole[role] as readonly string[]).includes(permission);
}

/** A suspended organization can be read and left, but not changed. */
const inSuspended: Record<OrganizationPermission, boolean> = {
  'organization.read': true,
  'organization.leave': true,
  'organization.audit': true,
  'organization.edit': false,
  'organization.transfer': false,
  'organization.close': false,
  'members.read': true,
  'members.manage': false,
  'payments.read': true,
  'payments.create': false,
  'payments.refund': false,
  'payments.export': true,
  'cards.read': true,
  'cards.manage': false,
  'links.manage': false,
  'services.read': true,
  'services.manage': false,
  // Members of a suspended organization have to be able to ask why.
  'requests.create': true,
  'requests.money': true,
  'requests.read': true,
};

export function suspendedAllows(permission: OrganizationPermission): boolean {
  return inSuspended[permission];
}

export const staffRoles = ['support', 'finance', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

const byOperatorRole = {
  support: ['admin.read', 'admin.requests'],
  finance: ['admin.read', 'admin.requests', 'admin.money'],
  admin: ['admin.read', 'admin.requests', 'admin.money', 'admin.manage'],
} as const satisfies Record<StaffRole, readonly string[]>;

export type StaffPermission = (typeof byOperatorRole)[StaffRole][number];

export function staffRoleCan(role: StaffRole, permission: StaffPermission): boolean {
  return (byOperatorRole[role] as readonly string[]).includes(permission);
}
