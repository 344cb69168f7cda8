import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email, id, letterToken, time, tokenPair } from '../shared/fields.ts';
import { pageOf, pageQuery } from '../shared/page.ts';
import type { OrganizationRole } from '../shared/permissions.ts';
import { signUpForm } from './accounts.ts';
import { organizationKinds, organizationParams } from './organizations.ts';

/** Ownership cannot be granted by an invitation, only transferred to a member. */
export const invitableRoles = ['admin', 'accountant', 'member'] as const satisfies OrganizationRole[];

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(invitableRoles),
  status: z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']),
  invitedBy: z.string(),
  createdAt: time,
  sentAt: time,
  expiresAt: time,
});
export type Invitation = z.output<typeof invitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/organizations/{organizationId}/invitations',
  summary: 'Invitations of the organization, newest first',
  access: { organization: 'members.read', of: 'path' },
  params: organizationParams,
  query: z.object(pageQuery),
  status: 200,
  answer: pageOf(invitation),
});

export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/organizations/{organizationId}/invitations',
  summary: 'Invite a person by e-mail',
  access: { organization: 'members.manage', of: 'path' },
  params: organizationParams,
  body: z.object({ email, role: z.enum(invitableRoles) }),
  status: 201,
  answer: invitation,
  problems: ['already_member', 'already_invited'],
});

const invitationParams = z.object({ organizationId: id, invitationId: id });

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/organizations/{organizationId}/invitations/{invitationId}',
  summary: 'Take an invitation back',
  access: { organization: 'members.manage', of: 'path' },
  params: invitationParams,
  status: 204,
  problems: ['not_found'],
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/organizations/{organizationId}/invitations/{invitationId}/resend',
  summary: 'Send the invitation letter again and prolong it, at most once a minute',
  access: { organization: 'members.manage', of: 'path' },
  params: invitationParams,
  status: 204,
  problems: ['not_found'],
});

export const receivedInvitation = z.object({
  id,
  organizationName: z.string(),
  organizationKind: z.enum(organizationKinds),
  role: z.enum(invitableRoles),
  invitedBy: z.string(),
  expiresAt: time,
});
export type ReceivedInvitation = z.output<typeof receivedInvitation>;

export const listReceivedInvitations = endpoint({
  method: 'GET',
  path: '/api/profile/invitations',
  summary: 'Invitations that wait for the signed-in person, by their verified address',
  access: 'signedIn',
  status: 200,
  answer: z.object({ items: z.array(receivedInvitation) }),
});

const receivedParams = z.object({ invitationId: id });

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/profile/invitations/{invitationId}/accept',
  summary: 'Join the organization',
  access: 'signedIn',
  params: receivedParams,
  status: 200,
  answer: z.object({ organizationId: id }),
  problems: ['not_found', 'organization_suspended'],
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/profile/invitations/{invitationId}/decline',
  summary: 'Decline the invitation',
  access: 'signedIn',
  params: receivedParams,
  status: 204,
  problems: ['not_found'],
});

/** The invitation behind an e-mail link; its token proves access to the mailbox. */
export const invitationInLetter = z.object({
  email: z.string(),
  organizationName: z.string(),
  role: z.enum(invitableRoles),
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

const { name, password, referrerCode, acceptOffer, acceptPersonalData } = signUpForm.shape;
export const invitedSignUpForm = z.object({
  token: letterToken,
  name,
  password,
  referrerCode,
  acceptOffer,
  acceptPersonalData,
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
