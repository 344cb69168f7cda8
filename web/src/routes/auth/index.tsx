import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '../../features/auth/sign-in-page.tsx';
import { optionalTextOf } from '../../plain-search.ts';
import { requireVisitor } from '../../session/guards.ts';

export interface AuthSearch {
  mode?: 'signin' | 'register';
  referrerCode?: string;
}

export const Route = createFileRoute('/auth/')({
  staticData: { title: 'Вход' },
  validateSearch: ({ mode, referrerCode }): AuthSearch => ({
    ...(mode === 'signin' || mode === 'register' ? { mode } : {}),
    ...(optionalTextOf(referrerCode) ? { referrerCode: optionalTextOf(referrerCode) } : {}),
  }),
  beforeLoad: requireVisitor,
  component: () => <AuthPage {...Route.useSearch()} />,
});
