import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { optionalTextOf, textOf } from '../navigation/plain-search.ts';
import { requireVisitor } from '../session/guards.ts';
import { page, rootRoute } from './root.tsx';

const auth = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  component: page(
    () => import('../features/auth/auth-layout.tsx'),
    ({ AuthLayout }) => (
      <AuthLayout>
        <Outlet />
      </AuthLayout>
    ),
  ),
});

const signIn = createRoute({
  getParentRoute: () => auth,
  path: '/',
  staticData: { title: 'Вход и регистрация' },
  // Both keys are listed even when undefined: omitted ones would pass through unvalidated.
  validateSearch: ({
    mode,
    referrerCode,
  }): { mode?: 'signin' | 'register' | undefined; referrerCode?: string | undefined } => ({
    mode: mode === 'signin' || mode === 'register' ? mode : undefined,
    referrerCode: optionalTextOf(referrerCode),
  }),
  beforeLoad: requireVisitor,
  component: page(
    () => import('../features/auth/sign-in-page.tsx'),
    ({ AuthPage }) => <AuthPage {...signIn.useSearch()} />,
  ),
});

const successRegistration = createRoute({
  getParentRoute: () => auth,
  path: '/success-registration',
  staticData: { title: 'Проверьте почту' },
  beforeLoad: ({ location }) => {
    if (!location.state.email) throw redirect({ to: '/auth', replace: true });
  },
  component: page(
    () => import('../features/auth/success-registration-page.tsx'),
    ({ SuccessRegistrationPage }) => <SuccessRegistrationPage />,
  ),
});

const verify = createRoute({
  getParentRoute: () => auth,
  path: '/verify',
  staticData: { title: 'Подтверждение адреса' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: page(
    () => import('../features/auth/verify-page.tsx'),
    ({ VerifyPage }) => <VerifyPage {...verify.useSearch()} />,
  ),
});

const recovery = createRoute({
  getParentRoute: () => auth,
  path: '/recovery',
  staticData: { title: 'Восстановление пароля' },
  beforeLoad: requireVisitor,
  component: page(
    () => import('../features/auth/recovery-page.tsx'),
    ({ RecoveryPage }) => <RecoveryPage />,
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => auth,
  path: '/reset-password',
  staticData: { title: 'Новый пароль' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  beforeLoad: requireVisitor,
  component: page(
    () => import('../features/auth/reset-password-page.tsx'),
    ({ ResetPasswordPage }) => <ResetPasswordPage {...resetPassword.useSearch()} />,
  ),
});

const unsubscribe = createRoute({
  getParentRoute: () => auth,
  path: '/unsubscribe',
  staticData: { title: 'Отписка от писем' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: page(
    () => import('../features/auth/unsubscribe-page.tsx'),
    ({ UnsubscribePage }) => <UnsubscribePage {...unsubscribe.useSearch()} />,
  ),
});

export const authRoutes = auth.addChildren([signIn, successRegistration, verify, recovery, resetPassword, unsubscribe]);
