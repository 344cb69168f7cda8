import { createFileRoute } from '@tanstack/react-router';
import { AuthLayout } from '../features/auth/auth-layout.tsx';
import { UnsubscribePage } from '../features/auth/unsubscribe-page.tsx';
import { textOf } from '../navigation/plain-search.ts';

export const Route = createFileRoute('/unsubscribe')({
  staticData: { title: 'Отписка от писем' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: () => (
    <AuthLayout>
      <UnsubscribePage token={Route.useSearch().token} />
    </AuthLayout>
  ),
});
