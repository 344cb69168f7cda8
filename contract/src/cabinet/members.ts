import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { organizationRoles } from '../shared/permissions.ts';
import { organizationParams } from './organizations.ts';

export const member = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(organizationRoles),
  joinedAt: time,
  lastActiveAt: z.nullable(time),
});
export type Member = z.output<typeof member>;

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/members',
  summary: 'People of the organization',
  access: { organization: 'members.read', of: 'path' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(member),
});

const memberParams = z.object({ organizationId: id, userId: id });

export const changeMemberRole = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{organizationId}/members/{userId}',
  summary: 'Give a member another role',
  access: { organization: 'members.manage', of: 'path' },
  params: memberParams,
  body: z.object({ role: z.enum(organizationRoles) }),
  status: 204,
  problems: ['not_found', 'last_owner', 'organization_exists'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/organizations/{organizationId}/members/{userId}',
  summary: 'Remove a member',
  access: { organization: 'members.manage', of: 'path' },
  params: memberParams,
  status: 204,
  problems: ['not_found', 'last_owner'],
});

export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/{organizationId}/leave',
  summary: 'Leave the organization',
  access: { organization: 'organization.leave', of: 'path' },
  params: organizationParams,
  status: 204,
  problems: ['last_owner', 'last_organization'],
});

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/api/organizations/{organizationId}/transfer',
  summary: 'Make a member the owner in one’s stead; the former owner stays as an admin',
  access: { organization: 'organization.transfer', of: 'path' },
  params: organizationParams,
  body: z.object({ userId: id }),
  status: 204,
  problems: ['not_found', 'last_owner', 'organization_exists'],
});
