import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';
import { externalId, id, idempotencyHeaders, metadata, pageOf, pageQuery, text, time } from './fields.ts';

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

const kind = z.enum(['person', 'sole_proprietor', 'company']);

export const organization = z.object({
  id,
  externalId: z.nullable(z.string()),
  kind,
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
  summary: 'Organizations, newest first; by `externalId` at most one, which is the open one, else the one closed last',
  reference: {
    title: 'Список организаций',
    hint: 'Новые сверху. По externalId найдётся не больше одной: открытая, а без неё закрытая последней.',
    client: 'organizations.list',
  },
  access: { key: 'organizations:read' },
  query: z.object({ ...pageQuery, externalId: z.optional(externalId) }),
  status: 200,
  answer: pageOf(organization),
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/v1/organizations/{organizationId}',
  summary: 'An organization with its balances',
  reference: { title: 'Организация и её балансы', client: 'organizations.get' },
  access: { key: 'organizations:read' },
  params: organizationParams,
  status: 200,
  answer: organization,
});

export const createOrganization = endpoint({
  method: 'POST',
  path: '/v1/organizations',
  summary:
    'Open an organization. The owner is invited by e-mail and owns it once they accept. It may have the `externalId` of a closed one; the idempotency key has to be another, since a key answers with its first organization for good',
  reference: {
    title: 'Создать организацию',
    hint: 'Владелец получит приглашение по почте и станет владельцем, когда его примет. Можно взять externalId закрытой организации, но с новым ключом повтора.',
    client: 'organizations.create',
  },
  access: { key: 'organizations:write' },
  headers: idempotencyHeaders,
  body: z.object({
    externalId: z.optional(externalId),
    kind,
    name: text(2, 160),
    ownerEmail: email,
    metadata: z.optional(metadata),
  }),
  status: 201,
  answer: organization,
  problems: ['external_id_taken'],
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/v1/organizations/{organizationId}',
  summary:
    'Change an organization, suspend or resume it with a reason, or invite another owner before there is one. `ownerEmail` changes nothing while that address has an open invitation',
  reference: {
    title: 'Изменить организацию',
    hint: 'А ещё приостановить или возобновить её с причиной либо пригласить другого владельца, пока его нет. Пока приглашение на тот же адрес открыто, второе письмо не уйдёт.',
    client: 'organizations.update',
  },
  access: { key: 'organizations:write' },
  params: organizationParams,
  body: z
    .object({
      externalId: z.optional(externalId),
      name: z.optional(text(2, 160)),
      metadata: z.optional(metadata),
      status: z.optional(z.enum(['active', 'suspended'])),
      reason: z.optional(text(3, 250)),
      ownerEmail: z.optional(email),
    })
    .check((context) => {
      const { status, reason } = context.value;
      if (status === undefined || reason !== undefined) return;
      context.issues.push({ code: 'custom', input: reason, message: 'Required with a status', path: ['reason'] });
    }),
  status: 200,
  answer: organization,
  problems: ['external_id_taken', 'organization_closed', 'organization_has_owner'],
});
