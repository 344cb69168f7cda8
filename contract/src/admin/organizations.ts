import * as z from 'zod/mini';
import { balance } from '../cabinet/balance.ts';
import { organizationKinds, organizationParams } from '../cabinet/organizations.ts';
import { payment } from '../cabinet/payments.ts';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { currency, money } from '../shared/money.ts';
import { organizationRoles } from '../shared/permissions.ts';
import { edo } from '../shared/requisites.ts';
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
  /** Leaves out personal accounts with neither money nor a payment nor a service. */
  empty: z.optional(z.enum(['hide'])),
  /** Those whose ИНН another open organization has too. */
  inn: z.optional(z.enum(['shared'])),
};

/** By the balance in roubles: the largest, or the deepest in debt first. */
export const organizationSorts = ['newest', 'oldest', 'name', 'balance', 'debt'] as const;
export type OrganizationSort = (typeof organizationSorts)[number];

export const listAllOrganizations = endpoint({
  method: 'GET',
  path: '/api/admin/organizations',
  summary: 'Organizations, newest first unless sorted otherwise; found by the beginning of the name or ИНН, or by id',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, ...organizationFilters, sort: z._default(z.enum(organizationSorts), 'newest') }),
  status: 200,
  answer: pageOf(adminOrganization),
});

export const getOrganizationTotals = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/totals',
  summary: 'How many organizations the filters select, and the sums of their balances by currency',
  access: { staff: 'admin.read' },
  query: z.object(organizationFilters),
  status: 200,
  answer: z.object({
    count: z.int(),
    /** `debtMinor` is what those below zero owe together, as a positive sum. */
    items: z.array(z.object({ currency, balanceMinor: z.int(), debtMinor: z.int() })),
  }),
});

export const adminBalance = z.extend(balance, {
  /** How far below zero the balance may go. */
  creditLimitMinor: z.int(),
});
export type AdminBalance = z.output<typeof adminBalance>;

export const contract = z.object({
  number: lineOfText(1, 60, ['номер договора', 'номера договора']),
  day,
});
export type Contract = z.output<typeof contract>;

export const adminOrganizationDetails = z.extend(adminOrganization, {
  balances: z.array(adminBalance),
  kpp: z.nullable(z.string()),
  ogrn: z.nullable(z.string()),
  address: z.nullable(z.string()),
  bank: z.nullable(z.object({ bik: z.string(), account: z.string(), correspondentAccount: z.nullable(z.string()) })),
  edo: z.nullable(z.string()),
  /** What the business and the organization signed; null where the public offer is all there is. */
  contract: z.nullable(contract),
  /** Other open organizations with the same ИНН: only staff see who they are. */
  sameInn: z.array(z.object({ id, name: z.string(), ownerName: z.nullable(z.string()) })),
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

export const exchangeForm = z.object({
  contract: z._default(z.nullable(contract), null),
  edo: z._default(z.nullable(edo), null),
});

export const updateExchangeRequisites = endpoint({
  method: 'PUT',
  path: '/api/admin/organizations/{organizationId}/exchange',
  summary: 'Set the contract that documents name as their ground, and the id for electronic exchange',
  access: { staff: 'admin.money' },
  params: organizationParams,
  body: exchangeForm,
  status: 200,
  answer: adminOrganizationDetails,
  problems: ['not_found'],
});
