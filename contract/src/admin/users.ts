import * as z from 'zod/mini';
import { organizationKinds } from '../cabinet/organizations.ts';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, search, time } from '../shared/fields.ts';
import { organizationRoles, staffRoles } from '../shared/permissions.ts';
import { reason, reasonForm } from './reason.ts';

const userStatuses = ['active', 'blocked', 'deleted'] as const;

export const adminUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  status: z.enum(userStatuses),
  operatorRole: z.nullable(z.enum(staffRoles)),
  createdAt: time,
  lastActiveAt: z.nullable(time),
});
export type AdminUser = z.output<typeof adminUser>;

const userFilters = {
  q: z.optional(search),
  status: z.optional(z.enum(userStatuses)),
  operator: z.optional(z.enum(['yes', 'no'])),
};

export const userSorts = ['newest', 'oldest', 'name'] as const;
export type UserSort = (typeof userSorts)[number];

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'People, newest first unless sorted otherwise; found by the beginning of e-mail or name, or by id',
  access: { staff: 'admin.read' },
  query: z.object({ ...pageQuery, ...userFilters, sort: z._default(z.enum(userSorts), 'newest') }),
  status: 200,
  answer: pageOf(adminUser),
});

const userParams = z.object({ userId: id });

export const adminUserDetails = z.extend(adminUser, {
  liveSessions: z.int(),
  hasSecondFactor: z.boolean(),
  passkeys: z.int(),
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
  access: { staff: 'admin.read' },
  params: userParams,
  status: 200,
  answer: adminUserDetails,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{userId}',
  summary:
    'Block, unblock, or give an operator role. Nobody does it to themselves or to the last admin. What concerns staff asks for a confirmation',
  access: { staff: 'admin.manage' },
  params: userParams,
  body: z.object({
    status: z.optional(z.enum(['active', 'blocked'])),
    operatorRole: z.optional(z.nullable(z.enum(staffRoles))),
    reason,
  }),
  status: 200,
  answer: adminUserDetails,
  problems: ['confirmation_required', 'own_account', 'last_admin'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/admin/users/{userId}/end-sessions',
  summary: 'End every session of a person',
  access: { staff: 'admin.manage' },
  params: userParams,
  body: reasonForm,
  status: 204,
  problems: ['not_found'],
});

export const disableUserSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/{userId}/disable-second-factor',
  summary:
    'Switch the second factor of a person off and remove their passkeys; they are notified by letter. Nobody does it to themselves',
  access: { staff: 'admin.manage', isConfirmed: true },
  params: userParams,
  body: reasonForm,
  status: 204,
  problems: ['confirmation_required', 'not_found', 'own_account'],
});
