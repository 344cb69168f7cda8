import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email, id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { organizationRoles } from '../shared/permissions.ts';
import { invitableRoles } from './invited-sign-up.ts';
import { organizationKinds, organizationParams } from './organizations.ts';

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(organizationRoles),
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
  role: z.enum(organizationRoles),
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
  problems: ['not_found', 'already_member', 'organization_exists', 'organization_suspended'],
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
