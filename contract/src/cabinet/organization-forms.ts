import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { hasExplicitAddress, hasWebAddress, lineOfText } from '../shared/fields.ts';
import { changedRequisites } from '../shared/requisite-names.ts';
import { bank, companyRequisites, edo, soleProprietorRequisites } from '../shared/requisites.ts';
import { organization, organizationParams } from './organizations.ts';

const addressInName = { error: 'Уберите из названия адрес сайта или почты' };
const anyName = lineOfText(2, 160, ['название', 'названия']);
/** Companies may be registered as «Ромашка.ру», so addresses are allowed; e-mails do not link them. */
const companyName = anyName.check(z.refine((text) => !hasExplicitAddress(text), addressInName));
const name = anyName.check(z.refine((text) => !hasWebAddress(text), addressInName));
const address = z.optional(lineOfText(5, 300));

export const companyForm = z.object({
  kind: z.literal('company'),
  name: companyName,
  ...companyRequisites,
  address,
  edo: z.optional(edo),
  bank: z.optional(bank),
});

export const soleProprietorForm = z.object({
  kind: z.literal('sole_proprietor'),
  name,
  ...soleProprietorRequisites,
  address,
  edo: z.optional(edo),
  bank: z.optional(bank),
});

export const personForm = z.object({ kind: z.literal('person'), name });

export const organizationForm = z.discriminatedUnion('kind', [companyForm, soleProprietorForm, personForm]);
export type OrganizationForm = z.output<typeof organizationForm>;

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations',
  summary: 'Create an organization and become its owner',
  access: 'signedIn',
  body: organizationForm,
  status: 201,
  answer: organization,
  problems: ['organization_exists', 'too_many_organizations'],
});

/** The kind cannot change; every other given field replaces the stored one. */
export const organizationChanges = z.object({
  name: z.optional(companyName),
  ...changedRequisites,
  bank: z.optional(z.nullable(bank)),
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/api/organizations/{organizationId}',
  summary: 'Change the name or the requisites',
  access: { organization: 'organization.edit', of: 'path' },
  params: organizationParams,
  body: organizationChanges,
  status: 200,
  answer: organization,
  problems: ['organization_exists'],
});
