import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { organizationRoles } from '../shared/permissions.ts';
import { storedRequisites } from '../shared/requisite-names.ts';
import { type Label, lengthBetween, textCalled } from '../shared/validation.ts';

export const organizationKinds = ['person', 'sole_proprietor', 'company'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

export const organization = z.object({
  id,
  kind: z.enum(organizationKinds),
  name: z.string(),
  status: z.enum(['active', 'suspended', 'closed']),
  ...storedRequisites,
  bank: z.nullable(z.object({ bik: z.string(), account: z.string(), correspondentAccount: z.nullable(z.string()) })),
  /** Whether staff may see the cabinet as its owner does. */
  allowsStaffView: z.boolean(),
  role: z.enum(organizationRoles),
  createdAt: time,
});
export type Organization = z.output<typeof organization>;

export const organizationParams = z.object({ organizationId: id });

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  summary: 'Open organizations of the signed-in person',
  access: 'signedIn',
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(organization),
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}',
  summary: 'An organization with its requisites',
  access: { organization: 'organization.read', of: 'path' },
  params: organizationParams,
  status: 200,
  answer: organization,
});

const fullName: Label = ['название организации', 'названия организации'];

export const closeOrganization = endpoint({
  method: 'DELETE',
  path: '/api/organizations/{organizationId}',
  summary: 'Close the organization, named in full to be sure. Its records stay',
  access: { organization: 'organization.close', of: 'path' },
  params: organizationParams,
  body: z.object({ name: textCalled(fullName).check(...lengthBetween(1, 200, fullName)) }),
  status: 204,
  problems: [
    'last_organization',
    'organization_has_balance',
    'organization_has_services',
    'organization_has_debt',
    'organization_has_unsettled_payments',
  ],
});

export const setStaffView = endpoint({
  method: 'PUT',
  path: '/api/organizations/{organizationId}/staff-view',
  summary: 'Allow or forbid staff to see the cabinet as its owner does. A view that is under way ends at once',
  access: { organization: 'organization.edit', of: 'path' },
  params: organizationParams,
  body: z.object({ isAllowed: z.boolean() }),
  status: 204,
  problems: ['not_found'],
});
