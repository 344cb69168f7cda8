import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, time } from './fields.ts';
import { operatorRoles, organizationRoles } from './permissions.ts';

export const organizationKinds = ['person', 'sole_proprietor', 'company'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

export const membership = z.object({
  organizationId: id,
  name: z.string(),
  kind: z.enum(organizationKinds),
  role: z.enum(organizationRoles),
});

export const profile = z.object({
  id,
  email: z.string(),
  name: z.string(),
  operatorRole: z.nullable(z.enum(operatorRoles)),
  referralCode: z.string(),
  createdAt: time,
  memberships: z.array(membership),
  activeOrganizationId: z.nullable(id),
});
export type Profile = z.output<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'The signed-in person, their memberships and active organization',
  access: 'signedIn',
  status: 200,
  answer: profile,
});
