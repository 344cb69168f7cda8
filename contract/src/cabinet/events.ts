import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

/** Topics of live updates. A message carries no data: clients refetch what they show. */
export const topics = [
  'payments',
  'balance',
  'invitations',
  'memberships',
  'referrals',
  'notifications',
  'subscriptions',
  'requests',
] as const;
export type Topic = (typeof topics)[number];

export const followChanges = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Server-sent events: a line `data: <topic>` whenever something of the person or their organization changes',
  access: 'signedIn',
  /** How long ago the client loaded what it shows; topics announced since are sent at once. Without it none are. */
  query: z.object({ ageMs: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
  status: 200,
  file: ['text/event-stream'],
});
