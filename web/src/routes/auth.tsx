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

const external = createRoute({
  getParentRoute: () => auth,
  path: '/external',
  staticData: { title: 'Вход через провайдера' },
  component: page(
    () => import('../features/auth/external-page.tsx'),
    ({ ExternalPage }) => <ExternalPage />,
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

const accountant = createRoute({
  getParentRoute: () => auth,
  path: '/accountant',
  staticData: { title: 'Документы на почту' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: page(
    () => import('../features/auth/accountant-page.tsx'),
    ({ AccountantPage }) => <AccountantPage {...accountant.useSearch()} action="confirm" />,
  ),
});

const accountantStop = createRoute({
  getParentRoute: () => auth,
  path: '/accountant-stop',
  staticData: { title: 'Не присылать документы' },
  validateSearch: ({ token }) => ({ token: textOf(token) }),
  component: page(
    () => import('../features/auth/accountant-page.tsx'),
    ({ AccountantPage }) => <AccountantPage {...accountantStop.useSearch()} action="stop" />,
  ),
});

/** Outside of the cabinet, for somebody without an account. */
const pay = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pay/$token',
  staticData: { title: 'Оплата' },
  component: page(
    () => import('../features/pay/pay-page.tsx'),
    ({ PayPage }) => <PayPage {...pay.useParams()} />,
  ),
});

const payResult = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pay/result',
  staticData: { title: 'Итог оплаты' },
  validateSearch: ({ paymentId }) => ({ paymentId: textOf(paymentId) }),
  component: page(
    () => import('../features/pay/pay-result-page.tsx'),
    ({ PayResultPage }) => <PayResultPage {...payResult.useSearch()} />,
  ),
});

export const payRoutes = [pay, payResult] as const;

export const authRoutes = auth.addChildren([
  signIn,
  successRegistration,
  verify,
  recovery,
  resetPassword,
  external,
  unsubscribe,
  accountant,
  accountantStop,
]);
