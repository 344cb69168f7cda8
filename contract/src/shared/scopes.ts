import * as z from 'zod/mini';

export const scopes = [
  'organizations:read',
  'organizations:write',
  'charges:write',
  'holds:write',
  'ledger:read',
  'payments:read',
  'services:read',
  'subscriptions:write',
  'usage:read',
  'usage:write',
  'events:read',
  'webhooks:write',
  'webhooks:manage',
] as const;
export type Scope = (typeof scopes)[number];
export const scope = z.enum(scopes);
