import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { currency } from '../shared/money.ts';
import { externalId, id, metadata, time } from './fields.ts';
import { pageOf, pageQuery } from './page.ts';

export const organizationBalance = z.object({
  currency,
  /** Without what is set aside. Below zero where the credit limit is used. */
  balanceMinor: z.int(),
  /** Set aside by open holds. */
  heldMinor: z.int(),
  /** The largest charge that would go through: the balance and the credit limit. */
  availableMinor: z.int(),
  creditLimitMinor: z.int(),
});

export const organization = z.object({
  id,
  externalId: z.nullable(z.string()),
  kind: z.enum(['person', 'sole_proprietor', 'company']),
  name: z.string(),
  status: z.enum(['active', 'suspended', 'closed']),
  inn: z.nullable(z.string()),
  metadata,
  balances: z.array(organizationBalance),
  createdAt: time,
});
export type Organization = z.output<typeof organization>;

export const organizationParams = z.object({ organizationId: id });

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/v1/organizations',
  summary: 'Organizations, newest first; by `externalId` at most one',
  access: { key: 'organizations:read' },
  query: z.object({ ...pageQuery, externalId: z.optional(externalId) }),
  status: 200,
  answer: pageOf(organization),
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/v1/organizations/{organizationId}',
  summary: 'An organization with its balances',
  access: { key: 'organizations:read' },
  params: organizationParams,
  status: 200,
  answer: organization,
});
