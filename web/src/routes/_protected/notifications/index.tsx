import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '../../../features/notifications/notifications-page.tsx';
import type { NotificationsSearch } from '../../../features/notifications/search.ts';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

const names = ['category', 'organization', 'unread'] as const;

export const Route = createFileRoute('/_protected/notifications/')({
  staticData: { title: 'Уведомления' },
  validateSearch: (search): NotificationsSearch =>
    Object.fromEntries(names.map((name) => [name, optionalTextOf(search[name])])),
  component: () => <NotificationsPage search={Route.useSearch()} />,
});
