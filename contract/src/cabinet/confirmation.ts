import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { typedPassword } from '../shared/fields.ts';
import { lengthBetween } from '../shared/validation.ts';
import { passkeyAssertion } from './passkeys.ts';

/** Of the application, or a recovery code. */
const code = z.string().check(z.trim(), ...lengthBetween(1, 32));

export const confirmByPasswordForm = z.object({ currentPassword: typedPassword });
export const confirmByCodeForm = z.object({ code });

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  summary:
    'Confirm by a passkey, by the password, or by a code where there is a second factor, what answers `confirmation_required`. It lasts 10 minutes and for this session',
  access: 'signedIn',
  body: z.object({
    currentPassword: z.optional(typedPassword),
    code: z.optional(code),
    passkey: z.optional(passkeyAssertion),
  }),
  status: 204,
  problems: [
    'wrong_password',
    'wrong_code',
    'totp_required',
    'passkey_challenge_expired',
    'passkey_rejected',
    'passkey_unknown',
  ],
});
