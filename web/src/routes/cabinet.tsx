import { createRoute, Navigate } from '@tanstack/react-router';
import { textsOf } from '../navigation/plain-search.ts';
import { page, signedInRoute } from './root.tsx';

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

const paymentLinks = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/links',
  staticData: { title: 'Ссылки на оплату' },
  component: page(
    () => import('../features/payments/list/links-page.tsx'),
    ({ PaymentLinksPage }) => <PaymentLinksPage />,
  ),
});

const operations = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operations/',
  staticData: { title: 'Операции' },
  validateSearch: textsOf('kind', 'direction', 'currency', 'period', 'from', 'to', 'zone', 'service', 'q', 'operation'),
  component: page(
    () => import('../features/operations/operations-page.tsx'),
    ({ OperationsPage }) => <OperationsPage search={operations.useSearch()} />,
  ),
});

/** A charge by its own id, as letters and bookmarks name it. */
const charge = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/operations/$id',
  staticData: { title: 'Операции' },
  component: page(
    () => import('../features/operations/operations-page.tsx'),
    () => <Navigate to="/operations" search={{ operation: charge.useParams().id }} replace />,
  ),
});

const services = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/services/',
  staticData: { title: 'Услуги' },
  component: page(
    () => import('../features/services/services-page.tsx'),
    ({ ServicesPage }) => <ServicesPage />,
  ),
});

const connect = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/services/connect/$tariffId',
  staticData: { title: 'Подключение услуги' },
  component: page(
    () => import('../features/services/connect-page.tsx'),
    ({ ConnectPage }) => <ConnectPage {...connect.useParams()} />,
  ),
});

const subscription = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/services/$id',
  staticData: { title: 'Услуга' },
  component: page(
    () => import('../features/services/subscription-page.tsx'),
    ({ SubscriptionPage }) => <SubscriptionPage {...subscription.useParams()} />,
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

const requests = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/requests/',
  staticData: { title: 'Обращения' },
  validateSearch: textsOf('state', 'q'),
  component: page(
    () => import('../features/requests/requests-page.tsx'),
    ({ RequestsPage }) => <RequestsPage search={requests.useSearch()} />,
  ),
});

const newRequest = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/requests/new',
  staticData: { title: 'Новое обращение' },
  validateSearch: textsOf('kind', 'about'),
  component: page(
    () => import('../features/requests/new-request-page.tsx'),
    ({ NewRequestPage }) => <NewRequestPage search={newRequest.useSearch()} />,
  ),
});

const request = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/requests/$id',
  staticData: { title: 'Обращение' },
  component: page(
    () => import('../features/requests/request-page.tsx'),
    ({ RequestPage }) => <RequestPage {...request.useParams()} />,
  ),
});

const dashboard = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard/$id',
  staticData: { title: 'Расходы' },
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

export const cabinetRoutes = [
  payments,
  payment,
  createPayment,
  paymentSuccess,
  paymentError,
  paymentLinks,
  operations,
  charge,
  services,
  connect,
  subscription,
  documents,
  invoice,
  requests,
  newRequest,
  request,
  dashboard,
  organization,
  notifications,
  notificationSettings,
  profile,
] as const;
