import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { time } from '../shared/fields.ts';

const maxLink = z.object({
  /** As the person is called in the messenger. */
  name: z.string(),
  isOn: z.boolean(),
  linkedAt: time,
});
export type MaxLink = z.output<typeof maxLink>;

export const getMax = endpoint({
  method: 'GET',
  path: '/api/profile/max',
  summary: 'Whether notifications come by the messenger MAX',
  access: 'signedIn',
  status: 200,
  answer: z.object({ isOffered: z.boolean(), link: z.nullable(maxLink) }),
});

export const startMaxLink = endpoint({
  method: 'POST',
  path: '/api/profile/max',
  summary: 'A code for the bot, once and for 15 minutes; whoever sends it gets the notifications',
  access: 'signedIn',
  status: 201,
  answer: z.object({ url: z.string(), code: z.string(), expiresAt: time }),
  problems: ['not_found', 'max_unavailable', 'too_many_requests'],
});

export const switchMax = endpoint({
  method: 'PATCH',
  path: '/api/profile/max',
  summary: 'Switch the messages on or off, keeping the link',
  access: 'signedIn',
  body: z.object({ isOn: z.boolean() }),
  status: 204,
  problems: ['not_found'],
});

export const unlinkMax = endpoint({
  method: 'DELETE',
  path: '/api/profile/max',
  summary: 'Unlink the messenger',
  access: 'signedIn',
  status: 204,
  problems: ['not_found'],
});

export const receiveMaxUpdate = endpoint({
  method: 'POST',
  path: '/api/max/updates',
  summary: 'What people do in the chat with the bot; only with the secret that MAX was given',
  access: 'public',
  headers: z.object({ 'x-max-bot-api-secret': z.optional(z.string()) }),
  body: z.looseObject({ update_type: z.string() }),
  status: 204,
  problems: ['not_found'],
});
