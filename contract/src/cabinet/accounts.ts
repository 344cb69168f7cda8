import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import {
  email,
  id,
  letterToken,
  name,
  newPassword,
  password,
  tokenPair,
  typedPassword,
  verifier,
} from '../shared/fields.ts';

export const signUpForm = z.object({
  email,
  password,
  name,
  /** An unknown code is ignored, never an error. */
  referrerCode: z.optional(z.string().check(z.trim())),
  acceptOffer: z.literal(true, { error: 'Примите условия оферты, чтобы зарегистрироваться' }),
  acceptPersonalData: z.literal(true, { error: 'Дайте согласие на обработку персональных данных' }),
  acceptAdvertising: z.optional(z.boolean()),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  summary:
    'Register an account. Answers the same whether or not the address is taken. The verifier proves to the link of the letter that it was opened in the browser of the registration',
  access: 'public',
  body: signUpForm,
  status: 201,
  answer: z.object({ email: z.string(), verifier }),
});

export const verifyEmail = endpoint({
  method: 'GET',
  path: '/api/auth/verify',
  summary:
    'Confirm the address by the token from the letter and the verifier of its registration or change of address. Without the right verifier the token stays valid',
  access: 'public',
  query: z.object({
    token: letterToken,
    verifier: z.optional(verifier),
    /** Sent by a browser that has no session and wants one. */
    session: z.optional(z.literal('1')),
  }),
  status: 200,
  answer: z.object({
    email: z.string(),
    /** Only of a registration, and only when asked for: who has its verifier has chosen its password. */
    tokens: z.optional(tokenPair),
  }),
  problems: ['token_invalid', 'password_required', 'current_password_required'],
});

export const verifyEmailForm = z
  .object({
    token: letterToken,
    password: z.optional(typedPassword),
    newPassword: z.optional(newPassword),
    name: z.optional(name),
  })
  .check(
    z.refine((form) => (form.password === undefined) !== (form.newPassword === undefined), {
      path: ['password'],
      error: 'Введите пароль, заданный при регистрации, или новый',
    }),
  );

export const verifyEmailByPassword = endpoint({
  method: 'POST',
  path: '/api/auth/verify',
  summary:
    'Confirm the address by the token from the letter and the password of its registration, or set a new password and take nothing else of the registration over',
  access: 'public',
  body: verifyEmailForm,
  status: 200,
  answer: z.object({ email: z.string() }),
  problems: ['token_invalid', 'wrong_password', 'current_password_required'],
});

export const addressForm = z.object({ email });

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary:
    'Send the verification letter again, if the address awaits one: of the registration with this verifier, or of the newest',
  access: 'public',
  body: z.object({ email, verifier: z.optional(verifier) }),
  status: 204,
});

export const signInForm = z.object({
  email,
  password: typedPassword,
  code: z.optional(z.string().check(z.trim(), z.maxLength(32))),
});

/** Of earlier sign-ins in this browser, by commas: the rate limit of wrong passwords spares a known device. */
const deviceTokens = z.optional(z.string().check(z.maxLength(1000)));
export const maximumDeviceTokens = 5;

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/signin',
  summary: 'Open a session',
  access: 'public',
  headers: z.object({ 'x-device-tokens': deviceTokens }),
  body: signInForm,
  status: 200,
  answer: z.extend(tokenPair, { deviceToken: z.string() }),
  problems: ['invalid_credentials', 'email_not_verified', 'account_blocked', 'totp_required', 'wrong_code'],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send a letter with a password reset link, if the address has an account or a registration',
  access: 'public',
  body: addressForm,
  status: 204,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary:
    'Set a new password by the token from the letter. Every session of the person ends; an address that was only registered is confirmed',
  access: 'public',
  body: z.object({ token: letterToken, password: newPassword }),
  status: 204,
  problems: ['token_invalid'],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: 'signedIn',
  worksInView: true,
  status: 204,
});

export const refresh = endpoint({
  method: 'GET',
  path: '/api/auth/refresh',
  summary: 'Exchange the refresh token, sent as the bearer credential, for a new pair',
  access: 'refresh',
  status: 200,
  answer: tokenPair,
  problems: ['session_ended'],
});

export const refreshWithOrganization = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-with-organization',
  summary:
    'Switch the session to the named organization, or the last. The refresh token as the bearer is exchanged for a new pair; the access token for another that expires when it does, and no refresh token',
  access: 'eitherToken',
  query: z.object({ organizationId: z.optional(id) }),
  status: 200,
  answer: z.object({ accessToken: z.string(), refreshToken: z.optional(z.string()) }),
  problems: ['not_found'],
});
