import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { hasWebAddress, id, lineOfText, time, tokenPair } from '../shared/fields.ts';

/** What the browser hands to the authenticator; its shape is WebAuthn's. */
const ceremonyOptions = z.looseObject({ challenge: z.string() });

function base64url(maxLength: number) {
  return z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[\w-]+$/));
}

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
};

/** An authenticator's signature, as `PublicKeyCredential.toJSON` writes it. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
});

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(32_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
  }),
});

export const getPasskeySignInOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Get a challenge for a sign-in by passkey. It is valid once and for five minutes',
  access: 'public',
  status: 200,
  answer: ceremonyOptions,
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/signin',
  summary: 'Open a session by a passkey. The authenticator has verified the person, so no second factor is asked for',
  access: 'public',
  body: passkeyAssertion,
  status: 200,
  answer: z.extend(tokenPair, { deviceToken: z.string() }),
  problems: ['passkey_challenge_expired', 'passkey_rejected', 'passkey_unknown', 'account_blocked'],
});

export const getConfirmationOptions = endpoint({
  method: 'POST',
  path: '/api/auth/confirm/options',
  summary: 'Get a challenge for a confirmation by one of the person’s passkeys',
  access: 'signedIn',
  status: 200,
  answer: ceremonyOptions,
});

export const passkey = z.object({
  id,
  name: z.string(),
  /** A copy of it lives at a password manager, so other devices of the person have it too. */
  isSynced: z.boolean(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
});
export type Passkey = z.output<typeof passkey>;

export const maximumPasskeys = 20;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/profile/passkeys',
  summary: 'Passkeys of the person, the newest first',
  access: 'signedIn',
  status: 200,
  answer: z.object({ items: z.array(passkey) }),
});

export const getPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/profile/passkeys/options',
  summary:
    'Get a challenge for a new passkey. Needs a sign-in or a confirmation in the last ten minutes: a passkey outlives a stolen session',
  access: 'recentlyProved',
  status: 200,
  answer: ceremonyOptions,
  problems: ['confirmation_required', 'second_factor_required', 'too_many_passkeys'],
});

export const passkeyNameForm = z.object({
  name: z.optional(
    lineOfText(1, 60).check(z.refine((text) => !hasWebAddress(text), { error: 'Уберите из названия адрес сайта' })),
  ),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/profile/passkeys',
  summary: 'Add a passkey. Without a name it is called after its password manager or the browser',
  access: 'recentlyProved',
  body: z.extend(passkeyNameForm, { credential: attestation }),
  status: 201,
  answer: passkey,
  problems: [
    'confirmation_required',
    'second_factor_required',
    'passkey_challenge_expired',
    'passkey_rejected',
    'passkey_exists',
    'too_many_passkeys',
  ],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/profile/passkeys/{passkeyId}',
  summary: 'Remove a passkey: it opens nothing from now on. Needs a sign-in or a confirmation in the last ten minutes',
  access: 'recentlyProved',
  params: z.object({ passkeyId: id }),
  status: 200,
  /** For the browser, which asks the password manager to delete its copy. */
  answer: z.object({ credentialId: z.string(), rpId: z.string() }),
  problems: ['confirmation_required', 'second_factor_required', 'last_way_in', 'not_found'],
});
