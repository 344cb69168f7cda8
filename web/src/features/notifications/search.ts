import { type NotificationCategory, notificationCategories } from '@kazna/contract/cabinet/notifications';
import type { NotificationsFilter } from '../../queries/notifications.ts';

export interface NotificationsSearch {
  category?: string | undefined;
  organization?: string | undefined;
  unread?: string | undefined;
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What an address names and does not exist counts as not set. */
export function filterOf({ category, organization, unread }: NotificationsSearch): NotificationsFilter {
  return {
    category: (notificationCategories as readonly (string | undefined)[]).includes(category)
      ? (category as NotificationCategory)
      : undefined,
    organizationId: organization && uuidPattern.test(organization) ? organization : undefined,
    isUnread: unread === 'true',
  };
}
