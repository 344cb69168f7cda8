import { createRoute } from '@tanstack/react-router';
import { textsOf } from '../navigation/plain-search.ts';
import { requireSession } from '../session/guards.ts';
import { loadFrame, page, rootRoute } from './root.tsx';

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: '_protected',
  beforeLoad: requireSession,
  loader: loadFrame,
});

const payments = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/',
  staticData: { title: 'Платежи' },
  validateSearch: textsOf('status', 'method', 'currency', 'period', 'from', 'to', 'amountMin', 'amountMax', 'q'),
  component: page(
    () => import('../features/payments/list/payments-page.tsx'),
    ({ PaymentsPage }) => <PaymentsPage search={payments.useSearch()} />,
  ),
});

const payment = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/$id',
  staticData: { title: 'Платёж' },
  component: page(
    () => import('../features/payments/details/payment-page.tsx'),
    ({ PaymentPage }) => <PaymentPage {...payment.useParams()} />,
  ),
});

const createPayment = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/create',
  staticData: { title: 'Пополнение' },
  validateSearch: textsOf('amount', 'currency', 'method', 'description'),
  component: page(
    () => import('../features/payments/create/create-payment-page.tsx'),
    ({ CreatePaymentPage }) => <CreatePaymentPage {...createPayment.useSearch()} />,
  ),
});

// Only the payment id is taken from the URL; status, amount and reason come from the server.
const paymentSuccess = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/success',
  staticData: { title: 'Итог оплаты' },
  validateSearch: textsOf('paymentId', 'amount', 'currency'),
  component: page(
    () => import('../features/payments/details/payment-result-page.tsx'),
    ({ PaymentResultPage }) => <PaymentResultPage paymentId={paymentSuccess.useSearch().paymentId} />,
  ),
});

const paymentError = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/error',
  staticData: { title: 'Итог оплаты' },
  validateSearch: textsOf('paymentId', 'error', 'errorDescription'),
  component: page(
    () => import('../features/payments/details/payment-result-page.tsx'),
    ({ PaymentResultPage }) => <PaymentResultPage paymentId={paymentError.useSearch().paymentId} />,
  ),
});

const operations = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operations/',
  staticData: { title: 'Операции' },
  validateSearch: textsOf('kind', 'direction', 'currency', 'period', 'from', 'to', 'zone', 'q'),
  component: page(
    () => import('../features/operations/operations-page.tsx'),
    ({ OperationsPage }) => <OperationsPage search={operations.useSearch()} />,
  ),
});

const charge = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operations/$id',
  staticData: { title: 'Списание' },
  component: page(
    () => import('../features/operations/charge-page.tsx'),
    ({ ChargePage }) => <ChargePage {...charge.useParams()} />,
  ),
});

const documents = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/documents/',
  staticData: { title: 'Документы' },
  validateSearch: textsOf('kind', 'period'),
  component: page(
    () => import('../features/documents/documents-page.tsx'),
    ({ DocumentsPage }) => <DocumentsPage search={documents.useSearch()} />,
  ),
});

const invoice = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/invoices/$id',
  staticData: { title: 'Счёт' },
  component: page(
    () => import('../features/documents/invoice-page.tsx'),
    ({ InvoicePage }) => <InvoicePage {...invoice.useParams()} />,
  ),
});

const dashboard = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard/$id',
  staticData: { title: 'Сводка' },
  validateSearch: textsOf('period', 'step', 'currency'),
  component: page(
    () => import('../features/dashboard/dashboard-page.tsx'),
    ({ DashboardPage }) => <DashboardPage {...dashboard.useParams()} search={dashboard.useSearch()} />,
  ),
});

const organization = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/organization/$id',
  staticData: { title: 'Организация' },
  validateSearch: textsOf('tab', 'action', 'period'),
  component: page(
    () => import('../features/organizations/organization-page.tsx'),
    ({ OrganizationPage }) => <OrganizationPage {...organization.useParams()} search={organization.useSearch()} />,
  ),
});

const notifications = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/notifications/',
  staticData: { title: 'Уведомления' },
  validateSearch: textsOf('category', 'organization', 'unread'),
  component: page(
    () => import('../features/notifications/notifications-page.tsx'),
    ({ NotificationsPage }) => <NotificationsPage search={notifications.useSearch()} />,
  ),
});

const notificationSettings = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/notifications/settings',
  staticData: { title: 'Настройка уведомлений' },
  component: page(
    () => import('../features/notifications/settings-page.tsx'),
    ({ SettingsPage }) => <SettingsPage />,
  ),
});

const profile = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile/',
  staticData: { title: 'Профиль' },
  component: page(
    () => import('../features/profile/profile-page.tsx'),
    ({ ProfilePage }) => <ProfilePage />,
  ),
});

const info = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/',
  staticData: { title: 'Информация' },
  component: page(
    () => import('../features/info/info-page.tsx'),
    ({ InfoPage }) => <InfoPage />,
  ),
});

const contacts = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/contacts',
  staticData: { title: 'Контакты' },
  component: page(
    () => import('../features/info/contacts-page.tsx'),
    ({ ContactsPage }) => <ContactsPage />,
  ),
});

const privacy = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/privacy',
  staticData: { title: 'Политика обработки персональных данных' },
  component: page(
    () => import('../features/info/legal-text-page.tsx'),
    ({ LegalTextPage }) => <LegalTextPage document="privacy" />,
  ),
});

const terms = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/terms',
  staticData: { title: 'Условия оферты' },
  component: page(
    () => import('../features/info/legal-text-page.tsx'),
    ({ LegalTextPage }) => <LegalTextPage document="offer" />,
  ),
});

export const cabinetRoutes = [
  payments,
  payment,
  createPayment,
  paymentSuccess,
  paymentError,
  operations,
  charge,
  documents,
  invoice,
  dashboard,
  organization,
  notifications,
  notificationSettings,
  profile,
  info,
  contacts,
  privacy,
  terms,
] as const;
