import * as z from 'zod/mini';
import { organizationKinds, organizationParams } from '../cabinet/organizations.ts';
import { payment } from '../cabinet/payments.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, idempotencyHeaders, lineOfText, search, time } from '../shared/fields.ts';
import { currency, money } from '../shared/money.ts';
import { pageOf, pageQuery } from '../shared/page.ts';
import { operatorRoles, organizationRoles } from '../shared/permissions.ts';

/** Every operator's action says why; the log keeps it. */
export const reason = lineOfText(3, 250);
export const reasonForm = z.object({ reason });

export const overview = z.object({
  users: z.object({ total: z.int(), lastWeek: z.int() }),
  organizations: z.object({ total: z.int(), lastWeek: z.int() }),
  /** Top-ups of the last 30 days by currency and the day they were asked for; refunds are not taken off. */
  moneyIn: z.array(z.object({ date: z.iso.date(), currency, amountMinor: z.int() })),
  /** Of the payments created in the last 30 days. */
  conversion: z.object({ created: z.int(), succeeded: z.int() }),
  health: z.object({
    /** Payments that wait for the provider's first answer: above zero for long means that it is away. */
    unansweredPayments: z.int(),
    waitingJobs: z.int(),
    isMailReal: z.boolean(),
    isProviderReal: z.boolean(),
  }),
  attention: z.object({ reviewPayments: z.int(), silentRefunds: z.int(), failedJobs: z.int() }),
});
export type Overview = z.output<typeof overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'How the product does, and what needs a person',
  access: { operator: 'admin.read' },
  status: 200,
  answer: overview,
});

const userStatuses = ['active', 'blocked', 'deleted'] as const;

export const adminUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  status: z.enum(userStatuses),
  operatorRole: z.nullable(z.enum(operatorRoles)),
  createdAt: time,
  lastActiveAt: z.nullable(time),
});
export type AdminUser = z.output<typeof adminUser>;

const userFilters = {
  q: z.optional(search),
  status: z.optional(z.enum(userStatuses)),
  operator: z.optional(z.enum(['yes', 'no'])),
};

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'People, newest first; found by the beginning of e-mail or name, or by id',
  access: { operator: 'admin.read' },
  query: z.object({ ...pageQuery, ...userFilters }),
  status: 200,
  answer: pageOf(adminUser),
});

const userParams = z.object({ userId: id });

export const adminUserDetails = z.extend(adminUser, {
  liveSessions: z.int(),
  hasSecondFactor: z.boolean(),
  memberships: z.array(
    z.object({
      organizationId: id,
      name: z.string(),
      kind: z.enum(organizationKinds),
      role: z.enum(organizationRoles),
    }),
  ),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{userId}',
  summary: 'A person with their memberships',
  access: { operator: 'admin.read' },
  params: userParams,
  status: 200,
  answer: adminUserDetails,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{userId}',
  summary: 'Block, unblock, or give an operator role. Nobody does it to themselves or to the last admin',
  access: { operator: 'admin.manage' },
  params: userParams,
  body: z.object({
    status: z.optional(z.enum(['active', 'blocked'])),
    operatorRole: z.optional(z.nullable(z.enum(operatorRoles))),
    reason,
  }),
  status: 200,
  answer: adminUserDetails,
  problems: ['own_account', 'last_admin'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/admin/users/{userId}/end-sessions',
  summary: 'End every session of a person',
  access: { operator: 'admin.manage' },
  params: userParams,
  body: reasonForm,
  status: 204,
  problems: ['not_found'],
});

export const disableUserSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/{userId}/disable-second-factor',
  summary: 'Switch the second factor of a person off, who is told by letter. Nobody does it to themselves',
  access: { operator: 'admin.manage' },
  params: userParams,
  body: reasonForm,
  status: 204,
  problems: ['not_found', 'own_account'],
});

const organizationStatuses = ['active', 'suspended', 'closed'] as const;

export const adminOrganization = z.object({
  id,
  kind: z.enum(organizationKinds),
  name: z.string(),
  inn: z.nullable(z.string()),
  status: z.enum(organizationStatuses),
  /** The first of them; personal organizations are all called alike. Null while there is none. */
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
  access: { operator: 'admin.read' },
  query: z.object({ ...pageQuery, ...organizationFilters }),
  status: 200,
  answer: pageOf(adminOrganization),
});

export const adminOrganizationDetails = z.extend(adminOrganization, {
  people: z.array(z.object({ userId: id, name: z.string(), email: z.string(), role: z.enum(organizationRoles) })),
  recentPayments: z.array(payment),
});

export const getAnyOrganization = endpoint({
  method: 'GET',
  path: '/api/admin/organizations/{organizationId}',
  summary: 'An organization with its people and last payments',
  access: { operator: 'admin.read' },
  params: organizationParams,
  status: 200,
  answer: adminOrganizationDetails,
});

export const updateAnyOrganization = endpoint({
  method: 'PATCH',
  path: '/api/admin/organizations/{organizationId}',
  summary: 'Suspend an organization, or let it go on',
  access: { operator: 'admin.manage' },
  params: organizationParams,
  body: z.object({ status: z.enum(['active', 'suspended']), reason }),
  status: 200,
  answer: adminOrganizationDetails,
});

export const adjustmentForm = z.object({
  /** Below zero takes money off the balance. */
  amountMinor: z.int().check(
    z.gte(-100_000_000_000),
    z.lte(100_000_000_000),
    z.refine((amount) => amount !== 0, { error: 'Введите сумму больше или меньше нуля' }),
  ),
  currency,
  reason,
});

export const adjustBalance = endpoint({
  method: 'POST',
  path: '/api/admin/organizations/{organizationId}/adjustments',
  summary: 'Correct a balance by a ledger transfer. The same key again changes nothing',
  access: { operator: 'admin.money' },
  params: organizationParams,
  headers: idempotencyHeaders,
  body: adjustmentForm,
  status: 201,
  answer: z.object({ balances: z.array(money) }),
  problems: ['not_found', 'insufficient_balance', 'organization_closed', 'idempotency_conflict'],
});
