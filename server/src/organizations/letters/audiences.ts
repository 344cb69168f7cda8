import type { NotificationCategory } from '@kazna/contract/cabinet/notifications';
import { type OrganizationRole, organizationRoles } from '@kazna/contract/shared/permissions';
import { type EventKind, rolesNotifiedOf } from './events.ts';

/** The lowest role that may see a notification, or the person whom it concerns. */
export type Audience = 'person' | OrganizationRole;

/** Decides what the bell filters by and which letters may be switched off. */
export const categoryOf: Record<EventKind, NotificationCategory> = {
  payment_credited: 'money',
  payment_declined: 'money',
  payment_in_review: 'money',
  payment_rejected: 'money',
  refund_requested: 'money',
  refund_succeeded: 'money',
  refund_canceled: 'money',
  balance_adjusted: 'money',
  invoice_created: 'documents',
  document_ready: 'documents',
  receipt_credited: 'money',
  receipt_reversed: 'money',
  bank_return_requested: 'money',
  bank_return_sent: 'money',
  bank_return_declined: 'money',
  card_saved: 'security',
  card_removed: 'security',
  card_permission_asked: 'security',
  charge_returned: 'money',
  auto_top_up_succeeded: 'money',
  auto_top_up_failed: 'money',
  auto_top_up_paused: 'money',
  auto_top_up_changed: 'security',
  role_changed: 'security',
  organization_closed: 'security',
  organization_suspended: 'security',
  organization_resumed: 'security',
  balance_low: 'balance',
  member_joined: 'members',
};

/** Roles are listed from the highest, and whoever is above one that is notified is notified too. */
export function audienceOf(kind: EventKind): Audience {
  return rolesNotifiedOf(kind).at(-1) ?? 'person';
}

/** What a member with the role may see now, whatever they could see when it happened. */
export function audiencesVisibleTo(role: OrganizationRole): Audience[] {
  return ['person', ...organizationRoles.slice(organizationRoles.indexOf(role))];
}
