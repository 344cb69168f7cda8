import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, time } from '../shared/fields.ts';
import { consentKinds } from './info.ts';

/** Those that the service does without; the others end with the account. */
export const withdrawableConsents = ['advertising', 'automatic-charges'] as const;

export const givenConsent = z.object({
  id,
  document: z.enum(consentKinds),
  version: z.string(),
  /** Whose cards may be charged, for automatic charges. */
  organizationName: z.nullable(z.string()),
  acceptedAt: time,
  withdrawnAt: z.nullable(time),
});
export type GivenConsent = z.output<typeof givenConsent>;

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/profile/consents',
  summary: 'What the person has agreed to, with versions and times, the newest first',
  access: 'signedIn',
  status: 200,
  answer: z.object({ items: z.array(givenConsent) }),
});

export const withdrawConsent = endpoint({
  method: 'DELETE',
  path: '/api/profile/consents/{document}',
  summary:
    'Withdraw a consent that the service does without. With that to automatic charges the person’s saved cards are removed',
  access: 'signedIn',
  params: z.object({ document: z.enum(withdrawableConsents) }),
  status: 204,
  problems: ['not_found'],
});
