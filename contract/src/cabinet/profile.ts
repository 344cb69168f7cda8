import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { email, id, name, password, time, typedPassword, verifier } from '../shared/fields.ts';
import { organizationRoles, staffRoles } from '../shared/permissions.ts';
import { consentDocuments } from './info.ts';
import { organizationKinds } from './organizations.ts';

export const membership = z.object({
  organizationId: id,
  name: z.string(),
  kind: z.enum(organizationKinds),
  role: z.enum(organizationRoles),
  /** Whether its bank account is known; a person's own organization has none. */
  hasBank: z.boolean(),
});
export type Membership = z.output<typeof membership>;

export const profile = z.object({
  id,
  email: z.string(),
  pendingEmail: z.nullable(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  timezone: z.string(),
  hasSecondFactor: z.boolean(),
  /** False for people who registered by a provider and have set none. */
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  hasExternalLink: z.boolean(),
  operatorRole: z.nullable(z.enum(staffRoles)),
  /** The admin area is closed to this session until it proves a second factor. */
  needsSecondFactor: z.boolean(),
  referralCode: z.string(),
  createdAt: time,
  /** Of staff who see a customer's cabinet: then the only membership is the owner's. */
  view: z.nullable(
    z.object({ organizationId: id, organizationName: z.string(), ownerName: z.nullable(z.string()), until: time }),
  ),
  memberships: z.array(membership),
  /** Texts that changed since the person's consent. */
  pendingConsents: z.array(z.enum(consentDocuments)),
  activeOrganizationId: z.nullable(id),
  /** Of the bell; at most 100, which means that many or more. */
  unreadNotifications: z.number(),
  /** What the business announces to the person now; those that they took away stay in the bell. */
  announcements: z.array(z.object({ id, text: z.string(), link: z.nullable(z.string()), isDismissed: z.boolean() })),
});
export type Profile = z.output<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'The signed-in person, their memberships and active organization',
  access: 'signedIn',
  status: 200,
  answer: profile,
});

function isTimezone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('ru', { timeZone: zone }));
  } catch {
    return false;
  }
}

export const profileForm = z.object({
  name: z.optional(name),
  /** International form; spaces, brackets and hyphens are stripped. An empty text removes the phone. */
  phone: z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(40)),
        z.transform((text) => text.replace(/[\s()\u00a0-]/g, '')),
      ),
      z.string().check(z.regex(/^(\+[1-9]\d{9,14})?$/, { error: 'Введите телефон в виде +7 900 123-45-67' })),
    ),
  ),
  timezone: z.optional(z.string().check(z.refine(isTimezone, { error: 'Выберите часовой пояс из списка' }))),
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Change the name, the phone or the time zone',
  access: 'signedIn',
  body: profileForm,
  status: 200,
  answer: profile,
});

export const acceptDocuments = endpoint({
  method: 'POST',
  path: '/api/profile/consents',
  summary: 'Agree to the texts in force',
  access: 'signedIn',
  body: z.object({
    /** The versions that the person saw. */
    documents: z
      .array(z.object({ document: z.enum([...consentDocuments, 'advertising']), version: z.string() }))
      .check(z.minLength(1), z.maxLength(consentDocuments.length)),
  }),
  status: 204,
  problems: ['document_changed'],
});

export const changePasswordForm = z.object({ currentPassword: typedPassword, newPassword: password });

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/profile/password',
  summary: 'Change the password. The other sessions end',
  access: 'signedIn',
  body: changePasswordForm,
  status: 204,
  problems: ['wrong_password'],
});

export const changeEmailForm = z.object({ email, currentPassword: typedPassword });

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/profile/email',
  summary: 'Ask for another address. It counts once its letter is answered; the other sessions end',
  access: 'signedIn',
  body: changeEmailForm,
  status: 200,
  /** Proves that the e-mail's link is opened in this browser. */
  answer: z.object({ verifier }),
  problems: ['wrong_password'],
});

export const resendEmailChange = endpoint({
  method: 'POST',
  path: '/api/profile/email/resend',
  summary: 'Send the letter to the address that waits once more. The link of the one before ends',
  access: 'signedIn',
  status: 204,
  problems: ['not_found'],
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/profile/email',
  summary: 'Stay with the present address. The link in the letter ends',
  access: 'signedIn',
  status: 204,
});

export const passwordForm = z.object({ currentPassword: typedPassword });

export const exportProfile = endpoint({
  method: 'GET',
  path: '/api/profile/export',
  summary: 'Everything stored about the signed-in person',
  access: 'signedIn',
  status: 200,
  answer: z.looseObject({ exportedAt: time }),
});

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: '/api/profile',
  summary: 'Delete the account. Accounting records stay without the person’s data',
  access: 'signedIn',
  body: passwordForm,
  status: 204,
  problems: [
    'wrong_password',
    'account_is_admin',
    'last_owner',
    'organization_has_balance',
    'organization_has_services',
    'organization_has_debt',
    'organization_has_unsettled_payments',
  ],
});
