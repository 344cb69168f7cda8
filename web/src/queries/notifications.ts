import { listNotifications, type NotificationCategory, readNotifications } from '@kazna/contract/cabinet/notifications';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { itemsOf, paged } from '../api/query-client.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { keys } from './keys.ts';
import { profileQuery } from './profile.ts';

export interface NotificationsFilter {
  category?: NotificationCategory | undefined;
  organizationId?: string | undefined;
  isUnread?: boolean;
}

export function notificationsQuery({ category, organizationId, isUnread }: NotificationsFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.notificationPages({ category, organizationId, isUnread }),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        listNotifications,
        {
          query: { cursor, category, organization: organizationId, unread: isUnread ? 'true' : undefined },
        },
        signal,
      ),
    select: itemsOf,
  });
}

export function latestNotificationsQuery() {
  return queryOptions({
    queryKey: keys.latestNotifications,
    queryFn: () => call(listNotifications, { query: { limit: 8 } }),
    select: ({ items }) => items,
  });
}

/** The count is part of the profile, which every page asks for. */
export async function markRead(client: QueryClient, what: { ids: string[] } | { all: true }): Promise<void> {
  try {
    const { unread } = await call(readNotifications, { body: what });
    client.setQueryData<Profile>(
      profileQuery().queryKey,
      (known) => known && { ...known, unreadNotifications: unread },
    );
    await client.invalidateQueries({ queryKey: keys.notifications });
  } catch (reason) {
    showToast({ kind: 'error', message: 'Отметка не сохранилась', detail: asProblem(reason).detail });
  }
}
