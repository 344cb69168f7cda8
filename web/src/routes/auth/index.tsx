import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '../../features/auth/sign-in-page.tsx';
import { optionalTextOf } from '../../navigation/plain-search.ts';
import { requireVisitor } from '../../session/guards.ts';

export interface AuthSearch {
  mode?: 'signin' | 'register' | undefined;
  referrerCode?: string | undefined;
}

export const Route = createFileRoute('/auth/')({
  staticData: { title: 'Вход и регистрация' },
  // Both keys are listed even when undefined: omitted ones would pass through unvalidated.
  validateSearch: ({ mode, referrerCode }): AuthSearch => ({
    mode: mode === 'signin' || mode === 'register' ? mode : undefined,
    referrerCode: optionalTextOf(referrerCode),
  }),
  beforeLoad: requireVisitor,
  component: () => <AuthPage {...Route.useSearch()} />,
});
