import { listNotifications, type NotificationCategory, readNotifications } from '@kazna/contract/cabinet/notifications';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { itemsOf, paged } from '../api/pages.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { profileQuery } from './profile.ts';

export interface NotificationsFilter {
  category?: NotificationCategory | undefined;
  organizationId?: string | undefined;
  isUnread?: boolean;
}

export function notificationsQuery({ category, organizationId, isUnread }: NotificationsFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['notifications', 'page', { category, organizationId, isUnread }],
    queryFn: ({ pageParam: cursor }) =>
      call(listNotifications, {
        query: { cursor, category, organization: organizationId, unread: isUnread ? 'true' : undefined },
      }),
    select: itemsOf,
  });
}

export function latestNotificationsQuery() {
  return queryOptions({
    queryKey: ['notifications', 'latest'],
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
    await client.invalidateQueries({ queryKey: ['notifications'] });
  } catch (reason) {
    showToast({ kind: 'error', message: 'Отметка не сохранилась', detail: asProblem(reason).detail });
  }
}
