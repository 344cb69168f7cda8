import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email, id, letterToken, name, newPassword, time, tokenPair, verifier } from '../shared/fields.ts';
import { signUpForm } from './accounts.ts';

export const externalProviders = ['yandex', 'vk', 'oidc', 'sandbox'] as const;
export type ExternalProviderId = (typeof externalProviders)[number];

const provider = z.object({ provider: z.enum(externalProviders), name: z.string() });
const providerParams = z.object({ provider: z.enum(externalProviders) });

export const listExternalProviders = endpoint({
  method: 'GET',
  path: '/api/auth/external',
  summary: 'Providers of this installation that people may sign in by',
  access: 'public',
  status: 200,
  answer: z.object({ items: z.array(provider) }),
});

export const startExternalSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/external/{provider}',
  summary: 'Lead the browser to the provider. A cookie binds the visit to this browser for ten minutes',
  access: 'public',
  params: providerParams,
  status: 303,
  problems: ['not_found'],
});

const callbackText = z.optional(z.string().check(z.maxLength(4000)));

export const returnFromExternal = endpoint({
  method: 'GET',
  path: '/api/auth/external/{provider}/callback',
  summary: 'Where the provider leads back to. Leads on to the page that finishes the visit, whatever has come',
  access: 'public',
  params: providerParams,
  query: z.object({
    code: callbackText,
    state: callbackText,
    error: callbackText,
    iss: callbackText,
    device_id: callbackText,
  }),
  status: 303,
  problems: ['not_found'],
});

const visitProblems = ['external_visit_expired', 'external_declined', 'external_failed'] as const;

const signedIn = z.extend(tokenPair, { step: z.literal('signedIn'), deviceToken: z.string() });

export const finishExternalSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/external/finish',
  summary:
    'What follows from the visit of this browser: a session, a registration to be agreed to, or a link to be made by `POST /api/profile/external`',
  access: 'public',
  headers: z.object({ 'x-device-tokens': z.optional(z.string().check(z.maxLength(1000))) }),
  body: z.object({
    /** Of the second factor: a provider counts as the first alone. */
    code: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  }),
  status: 200,
  answer: z.discriminatedUnion('step', [
    signedIn,
    z.object({ step: z.literal('link') }),
    z.object({
      step: z.literal('register'),
      providerName: z.string(),
      name: z.string(),
      email: z.nullable(z.string()),
      /** By the provider: then no letter is needed. */
      isEmailVerified: z.boolean(),
    }),
    z.object({ step: z.literal('taken'), providerName: z.string(), email: z.string() }),
  ]),
  problems: [...visitProblems, 'totp_required', 'wrong_code', 'account_blocked'],
});

const { referrerCode, acceptOffer, acceptPersonalData, acceptAdvertising } = signUpForm.shape;

export const externalRegistrationForm = z.object({
  name,
  /** Needed unless the provider has verified one or an invitation names it. */
  email: z.optional(email),
  referrerCode,
  /** The token of an invitation's letter: its mailbox is proved by it. */
  invitation: z.optional(letterToken),
  acceptOffer,
  acceptPersonalData,
  acceptAdvertising,
});

export const registerExternally = endpoint({
  method: 'POST',
  path: '/api/auth/external/register',
  summary:
    'Register whom the provider named. With a proved address the answer is a session, otherwise a letter is sent and the verifier proves to its link that it was opened in this browser',
  access: 'public',
  body: externalRegistrationForm,
  status: 201,
  answer: z.discriminatedUnion('step', [
    signedIn,
    z.object({ step: z.literal('letter'), email: z.string(), verifier }),
  ]),
  problems: [
    'external_visit_expired',
    'external_linked_elsewhere',
    'external_address_taken',
    'token_invalid',
    'not_found',
  ],
});

export const externalLink = z.object({
  id,
  provider: z.enum(externalProviders),
  name: z.string(),
  /** The address or name of the person there. */
  label: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
});
export type ExternalLink = z.output<typeof externalLink>;

export const listExternalLinks = endpoint({
  method: 'GET',
  path: '/api/profile/external',
  summary: 'Providers that the person signs in by, and those that may be linked',
  access: 'signedIn',
  status: 200,
  answer: z.object({ items: z.array(externalLink), available: z.array(provider) }),
});

export const startExternalLink = endpoint({
  method: 'POST',
  path: '/api/profile/external/start',
  summary:
    'Get the address of the provider to be opened. Needs a sign-in or a confirmation in the last ten minutes: a link outlives a stolen session',
  access: 'recentlyProved',
  body: providerParams,
  status: 200,
  answer: z.object({ location: z.string() }),
  problems: ['confirmation_required', 'external_failed', 'not_found'],
});

export const finishExternalLink = endpoint({
  method: 'POST',
  path: '/api/profile/external',
  summary: 'Link whom the provider named to the session that asked for it',
  access: 'signedIn',
  status: 200,
  answer: externalLink,
  problems: [...visitProblems, 'external_linked_elsewhere'],
});

export const removeExternalLink = endpoint({
  method: 'DELETE',
  path: '/api/profile/external/{linkId}',
  summary: 'Unlink a provider. The last way in stays',
  access: 'recentlyProved',
  params: z.object({ linkId: id }),
  status: 204,
  problems: ['confirmation_required', 'last_way_in', 'not_found'],
});

export const firstPasswordForm = z.object({ newPassword });

export const setFirstPassword = endpoint({
  method: 'POST',
  path: '/api/profile/password/first',
  summary: 'Set the password of an account that was registered by a provider and has none. The other sessions end',
  access: 'recentlyProved',
  body: firstPasswordForm,
  status: 204,
  problems: ['confirmation_required', 'password_exists'],
});
