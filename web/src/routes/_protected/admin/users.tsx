import { createFileRoute } from '@tanstack/react-router';
import type { UsersSearch } from '../../../console/users/user-labels.tsx';
import { UsersPage } from '../../../console/users/users-page.tsx';
import { optionalTextOf } from '../../../navigation/plain-search.ts';

const names = ['q', 'status', 'operator', 'user'] as const;

export const Route = createFileRoute('/_protected/admin/users')({
  staticData: { title: 'Пользователи' },
  validateSearch: (search): UsersSearch =>
    Object.fromEntries(names.map((name) => [name, optionalTextOf(search[name])])),
  component: () => <UsersPage search={Route.useSearch()} />,
});
