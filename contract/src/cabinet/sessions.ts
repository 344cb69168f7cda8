import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time, typedPassword } from '../shared/fields.ts';
import { lengthBetween } from '../shared/validation.ts';

export const session = z.object({
  id,
  device: z.string(),
  address: z.string(),
  createdAt: time,
  lastUsedAt: time,
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary:
    'Confirm by the password, or by a code where there is a second factor, what answers `confirmation_required`. It lasts 10 minutes and for this session',
  access: 'signedIn',
  body: z.object({
    currentPassword: z.optional(typedPassword),
    /** Of the application, or a recovery code. */
    code: z.optional(z.string().check(z.trim(), ...lengthBetween(1, 32))),
  }),
  status: 204,
  problems: ['wrong_password', 'wrong_code', 'totp_required'],
});

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
