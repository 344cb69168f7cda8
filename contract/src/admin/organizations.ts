import * as z from 'zod/mini';
import { balance } from '../cabinet/balance.ts';
import { organizationKinds, organizationParams } from '../cabinet/organizations.ts';
import { payment } from '../cabinet/payments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { money } from '../shared/money.ts';
import { organizationRoles } from '../shared/permissions.ts';
import { reason } from './reason.ts';

const organizationStatuses = ['active', 'suspended', 'closed'] as const;

export const adminOrganization = z.object({
  id,
  kind: z.enum(organizationKinds),
  name: z.string(),
  inn: z.nullable(z.string()),
  status: z.enum(organizationStatuses),
  /** The first owner, since personal organizations share one name; null without owners. */
  ownerName: z.nullable(z.string()),
  members: z.int(),
  balances: z.array(money),
  createdAt: time,
});
export type AdminOrganization = z.output<typeof adminOrganization>;

const organizationFilters = {
  q: z.optional(search),
  status: z.optional(z.enum(organizationStatuses)),
  kind: z.optional(z.enum(organizationKinds)),
};

export const listAllOrganizations = endpoint({
  method: 'GET',
  path: '/api/admin/organizations',
  summary: 'Organizations, newest first; found by the beginning of the name or ИНН, or by id',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, ...organizationFilters }),
  status: 200,
  answer: pageOf(adminOrganization),
});

export const adminBalance = z.extend(balance, {
  /** How far below zero the balance may go. */
  creditLimitMinor: z.int(),
});
export type AdminBalance = z.output<typeof adminBalance>;

export const adminOrganizationDetails = z.extend(adminOrganization, {
  balances: z.array(adminBalance),
  people: z.array(z.object({ userId: id, name: z.string(), email: z.string(), role: z.enum(organizationRoles) })),
  recentPayments: z.array(payment),
});

export const getOrganizationAsStaff = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}',
  summary: 'An organization with its people and last payments',
  access: { staff: 'admin.read' },
  params: organizationParams,
  status: 200,
  answer: adminOrganizationDetails,
});

export const updateOrganizationAsStaff = endpoint({
  method: 'PATCH',
  path: '/api/admin/organizations/{organizationId}',
  summary: 'Suspend an organization, or let it go on',
  access: { staff: 'admin.manage' },
  params: organizationParams,
  body: z.object({ status: z.enum(['active', 'suspended']), reason }),
  status: 200,
  answer: adminOrganizationDetails,
});
