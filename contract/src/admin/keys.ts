import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, lineOfText, time } from '../shared/fields.ts';
import { scope } from '../shared/scopes.ts';

export const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Введите адрес или сеть, например 10.0.0.0/8',
});

export const keyForm = z.object({
  name: lineOfText(1, 100, ['название', 'названия']),
  scopes: z.array(scope).check(z.minLength(1, { error: 'Выберите хотя бы одно право' }), z.maxLength(20)),
  /** Empty: from anywhere. */
  networks: z._default(z.array(network).check(z.maxLength(50)), []),
  expiresAt: z._default(z.nullable(time), null),
});

export const apiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  /** The last four characters of the newest key. */
  hint: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  createdBy: z.nullable(z.string()),
  createdAt: time,
  expiresAt: z.nullable(time),
  /** Until when the key before the last roll works; null once it does not. */
  previousWorksUntil: z.nullable(time),
  /** To the minute. */
  lastUsedAt: z.nullable(time),
  lastUsedAddress: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof apiKey>;

/** The key itself is shown once and stored nowhere. */
const newKey = z.object({ id, key: z.string() });
const keyParams = z.object({ keyId: id });

export const listKeys = endpoint({
  method: 'GET',
  path: '/api/admin/keys',
  summary: 'Keys of the operator API, newest first',
  access: { staff: 'admin.manage' },
  status: 200,
  answer: z.object({ items: z.array(apiKey) }),
});

export const createKey = endpoint({
  method: 'POST',
  path: '/api/admin/keys',
  summary: 'Create a key of the operator API. It is shown once',
  access: { staff: 'admin.manage', isConfirmed: true },
  body: keyForm,
  status: 201,
  answer: newKey,
  problems: ['confirmation_required', 'too_many_keys'],
});

export const rollKey = endpoint({
  method: 'POST',
  path: '/api/admin/keys/{keyId}/roll',
  summary: 'Replace the key; the old one works for some hours more',
  access: { staff: 'admin.manage', isConfirmed: true },
  params: keyParams,
  body: z.object({ overlapHours: z.int().check(z.gte(0), z.lte(168)) }),
  status: 200,
  answer: newKey,
  problems: ['confirmation_required', 'key_revoked'],
});

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/keys/{keyId}',
  summary: 'Revoke the key at once',
  access: { staff: 'admin.manage', isConfirmed: true },
  params: keyParams,
  status: 204,
  problems: ['confirmation_required'],
});
