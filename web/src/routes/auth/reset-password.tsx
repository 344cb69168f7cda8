import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/auth/reset-password-page.tsx';
import { textOf } from '../../navigation/plain-search.ts';
import { requireVisitor } from '../../session/guards.ts';

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'Новый пароль' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  beforeLoad: requireVisitor,
  component: () => <ResetPasswordPage token={Route.useSearch().token} />,
});
