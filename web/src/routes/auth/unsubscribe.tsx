import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '../../features/auth/unsubscribe-page.tsx';
import { textOf } from '../../navigation/plain-search.ts';

export const Route = createFileRoute('/auth/unsubscribe')({
  staticData: { title: 'Отписка от писем' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: () => <UnsubscribePage token={Route.useSearch().token} />,
});
