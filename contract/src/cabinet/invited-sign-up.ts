import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { letterToken, tokenPair } from '../shared/fields.ts';
import { type OrganizationRole, organizationRoles } from '../shared/permissions.ts';
import { signUpForm } from './accounts.ts';

/** Members cannot grant ownership by an invitation; the operator API invites the owner of what it opens. */
export const invitableRoles = ['admin', 'accountant', 'member'] as const satisfies OrganizationRole[];

/** The invitation behind an e-mail link; its token proves access to the mailbox. */
export const invitationInLetter = z.object({
  email: z.string(),
  organizationName: z.string(),
  role: z.enum(organizationRoles),
  invitedBy: z.string(),
  hasAccount: z.boolean(),
});
export type InvitationInLetter = z.output<typeof invitationInLetter>;

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/auth/invitation',
  summary: 'Who invites whom and where, by the token from the letter',
  access: 'public',
  query: z.object({ token: letterToken }),
  status: 200,
  answer: invitationInLetter,
  problems: ['token_invalid'],
});

const { name, password, referrerCode, acceptOffer, acceptPersonalData, acceptAdvertising } = signUpForm.shape;
export const invitedSignUpForm = z.object({
  token: letterToken,
  name,
  password,
  referrerCode,
  acceptOffer,
  acceptPersonalData,
  acceptAdvertising,
});

export const signUpInvited = endpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  summary: 'Register the invited address, join the organization and open a session there',
  access: 'public',
  body: invitedSignUpForm,
  status: 201,
  answer: tokenPair,
  problems: ['token_invalid', 'account_exists', 'not_found'],
});
