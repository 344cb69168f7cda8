import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { lengthBetween } from '../shared/validation.ts';
import { passwordForm } from './profile.ts';

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/totp',
  summary: 'Get a secret for an authenticator application. It counts once confirmed by a code',
  access: 'signedIn',
  body: passwordForm,
  status: 200,
  answer: z.object({ secret: z.string(), uri: z.string() }),
  problems: ['wrong_password', 'second_factor_enabled', 'second_factor_required'],
});

export const totpCodeForm = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, { error: 'Введите 6 цифр из приложения' })),
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/profile/totp/confirm',
  summary: 'Switch the second factor on. The recovery codes are shown this once',
  access: 'signedIn',
  body: totpCodeForm,
  status: 200,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ['wrong_code', 'second_factor_enabled', 'second_factor_required'],
});

/** Accepts a recovery code too, for a lost phone. */
export const disableSecondFactorForm = z.extend(passwordForm, {
  code: z.string().check(z.trim(), ...lengthBetween(1, 32)),
});

export const disableSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/profile/totp',
  summary: 'Switch the second factor off by the password and a code, or a recovery code',
  access: 'signedIn',
  body: disableSecondFactorForm,
  status: 204,
  problems: ['wrong_password', 'wrong_code'],
});
