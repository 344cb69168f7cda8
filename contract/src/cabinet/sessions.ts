import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';

export const session = z.object({
  id,
  device: z.string(),
  address: z.string(),
  createdAt: time,
  lastUsedAt: time,
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/profile/sessions',
  summary: 'Where the person is signed in, the latest first',
  access: 'signedIn',
  status: 200,
  answer: z.object({ items: z.array(session) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions/{sessionId}',
  summary: 'End one session',
  access: 'signedIn',
  params: z.object({ sessionId: id }),
  status: 204,
  problems: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions',
  summary: 'End every session but this one',
  access: 'signedIn',
  status: 204,
});
