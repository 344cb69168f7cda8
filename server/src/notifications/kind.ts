import { type NotificationCategory, notificationCategories } from '@kazna/contract/cabinet/notifications';
import { type OrganizationRole, organizationRoles } from '@kazna/contract/shared/permissions';
import type { EventType } from '@kazna/contract/v1/event-types';
import type { NotificationText, Site, TextContext } from './texts.ts';

/**
 * Categories by audience: the lowest role that is notified, or the person affected. Each pair is one more index range for
 * every list and count, once per organization, so only pairs that kinds use are here.
 */
export const categoriesByAudience = {
  person: notificationCategories,
  owner: ['security'],
  admin: ['members'],
  accountant: ['money', 'balance', 'documents', 'security'],
  member: ['security'],
} as const satisfies Record<'person' | OrganizationRole, readonly NotificationCategory[]>;

export type Audience = keyof typeof categoriesByAudience;
type AudienceAndCategory = {
  [One in Audience]: { audience: One; category: (typeof categoriesByAudience)[One][number] };
}[Audience];

/**
 * What members of an organization can be notified of. A feature declares its kinds in its `notifications.ts`; name,
 * audience, category and details are stored. Details hold people by id, so that no name outlives its account.
 */
export type NotificationKind<Details extends object = object> = AudienceAndCategory & {
  name: string;
  /** The member whom this field names is notified too, whatever the role. */
  affected?: FieldOf<Details>;
  /**
   * This member did it themselves: they find it read, and get no letter unless it is about security, where a stolen
   * session must not go unnoticed, or a receipt.
   */
  doneBy?(details: Details): string | null;
  /** Its letter is a paper to keep, also for the member who did it. */
  isReceipt?: true;
  /** The member whom this field names is not notified. */
  except?: FieldOf<Details>;
  describe(details: Details, context: TextContext): NotificationText;
  /** For a kind whose feature cannot notify by itself: each such event of the outbox notifies. */
  fromEvent?: { type: EventType; detailsOf(data: object): Details };
};

/** Any name where the details are not known. */
type FieldOf<Details extends object> = object extends Details ? string : keyof Details & string;

export interface Notice<Details extends object> {
  organizationId: string;
  /** Of one kind, a source notifies each member once. */
  sourceId: string;
  details: Details;
}

/** What one person is notified of, beside all organizations and by the bell alone. */
export interface PersonNotificationKind<Details extends object = object> {
  name: string;
  describe(details: Details, site: Site): NotificationText;
}

export interface NotificationKinds {
  ofMembers: readonly NotificationKind[];
  ofPersons: readonly PersonNotificationKind[];
}

/** Depends on the role that the member has now, whatever it was when it happened. */
export function audiencesVisibleTo(role: OrganizationRole): Audience[] {
  return ['person', ...organizationRoles.slice(organizationRoles.indexOf(role))];
}
