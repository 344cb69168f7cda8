import { createRoute } from '@tanstack/react-router';
import { readWebhooksSearch } from '../console/webhooks/webhooks-search.ts';
import { textsOf } from '../navigation/plain-search.ts';
import { consoleServiceRoutes } from './console-services.tsx';
import { page, staffRoute } from './root.tsx';

const overview = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  staticData: { title: 'Администрирование' },
  component: page(
    () => import('../console/overview/overview-page.tsx'),
    ({ OverviewPage }) => <OverviewPage />,
  ),
});

const organizations = createRoute({
  getParentRoute: () => staffRoute,
  path: '/organizations',
  staticData: { title: 'Организации' },
  validateSearch: textsOf(
    'q',
    'status',
    'kind',
    'sort',
    'empty',
    'inn',
    'organization',
    'payment',
    'operation',
    'invoice',
  ),
  component: page(
    () => import('../console/organizations/organizations-page.tsx'),
    ({ OrganizationsPage }) => <OrganizationsPage search={organizations.useSearch()} />,
  ),
});

const organization = createRoute({
  getParentRoute: () => staffRoute,
  path: '/organizations/$organizationId',
  staticData: { title: 'Организация' },
  validateSearch: textsOf('payment', 'operation', 'invoice'),
  component: page(
    () => import('../console/organizations/organization-page.tsx'),
    ({ OrganizationPage }) => <OrganizationPage {...organization.useParams()} search={organization.useSearch()} />,
  ),
});

const users = createRoute({
  getParentRoute: () => staffRoute,
  path: '/users',
  staticData: { title: 'Пользователи' },
  validateSearch: textsOf('q', 'status', 'operator', 'sort', 'user'),
  component: page(
    () => import('../console/users/users-page.tsx'),
    ({ UsersPage }) => <UsersPage search={users.useSearch()} />,
  ),
});

const requests = createRoute({
  getParentRoute: () => staffRoute,
  path: '/requests',
  staticData: { title: 'Обращения' },
  validateSearch: textsOf('list', 'assignee', 'q'),
  component: page(
    () => import('../console/requests/requests-page.tsx'),
    ({ RequestsPage }) => <RequestsPage search={requests.useSearch()} />,
  ),
});

const preparedAnswers = createRoute({
  getParentRoute: () => staffRoute,
  path: '/requests/answers',
  staticData: { title: 'Заготовки и правила обращений' },
  component: page(
    () => import('../console/requests/answers-page.tsx'),
    ({ AnswersPage }) => <AnswersPage />,
  ),
});

const request = createRoute({
  getParentRoute: () => staffRoute,
  path: '/requests/$id',
  staticData: { title: 'Обращение' },
  component: page(
    () => import('../console/requests/request-page.tsx'),
    ({ RequestPage }) => <RequestPage {...request.useParams()} />,
  ),
});

const moneySearch = textsOf(
  'q',
  'status',
  'method',
  'currency',
  'period',
  'from',
  'to',
  'amountMin',
  'amountMax',
  'organization',
  'payment',
);

const payments = createRoute({
  getParentRoute: () => staffRoute,
  path: '/payments',
  staticData: { title: 'Платежи' },
  validateSearch: moneySearch,
  component: page(
    () => import('../console/payments/payments-page.tsx'),
    ({ AllPaymentsPage }) => <AllPaymentsPage search={payments.useSearch()} />,
  ),
});

const refunds = createRoute({
  getParentRoute: () => staffRoute,
  path: '/refunds',
  staticData: { title: 'Возвраты' },
  validateSearch: moneySearch,
  component: page(
    () => import('../console/payments/refunds-page.tsx'),
    ({ AllRefundsPage }) => <AllRefundsPage search={refunds.useSearch()} />,
  ),
});

const statements = createRoute({
  getParentRoute: () => staffRoute,
  path: '/statements',
  staticData: { title: 'Выписки' },
  validateSearch: textsOf('statement', 'group'),
  component: page(
    () => import('../console/statements/statements-page.tsx'),
    ({ StatementsPage }) => <StatementsPage search={statements.useSearch()} />,
  ),
});

const unidentified = createRoute({
  getParentRoute: () => staffRoute,
  path: '/unidentified',
  staticData: { title: 'Невыясненные' },
  validateSearch: textsOf('q', 'status'),
  component: page(
    () => import('../console/unidentified/unidentified-page.tsx'),
    ({ UnidentifiedPage }) => <UnidentifiedPage search={unidentified.useSearch()} />,
  ),
});

const bankReturns = createRoute({
  getParentRoute: () => staffRoute,
  path: '/bank-returns',
  staticData: { title: 'Возвраты на счёт' },
  validateSearch: textsOf('status'),
  component: page(
    () => import('../console/bank-returns/bank-returns-page.tsx'),
    ({ BankReturnsPage }) => <BankReturnsPage search={bankReturns.useSearch()} />,
  ),
});

const documents = createRoute({
  getParentRoute: () => staffRoute,
  path: '/documents',
  staticData: { title: 'Документы' },
  validateSearch: textsOf('period'),
  component: page(
    () => import('../console/documents/register-page.tsx'),
    ({ RegisterPage }) => <RegisterPage search={documents.useSearch()} />,
  ),
});

const business = createRoute({
  getParentRoute: () => staffRoute,
  path: '/business',
  staticData: { title: 'Реквизиты' },
  component: page(
    () => import('../console/business/business-page.tsx'),
    ({ BusinessPage }) => <BusinessPage />,
  ),
});

const help = createRoute({
  getParentRoute: () => staffRoute,
  path: '/help',
  staticData: { title: 'Справка для клиентов' },
  component: page(
    () => import('../console/help/help-page.tsx'),
    ({ HelpPage }) => <HelpPage />,
  ),
});

const newHelp = createRoute({
  getParentRoute: () => staffRoute,
  path: '/help/new',
  staticData: { title: 'Новая статья' },
  validateSearch: textsOf('replaces'),
  component: page(
    () => import('../console/help/article-page.tsx'),
    ({ NewArticlePage }) => <NewArticlePage {...newHelp.useSearch()} />,
  ),
});

const helpArticle = createRoute({
  getParentRoute: () => staffRoute,
  path: '/help/$articleId',
  staticData: { title: 'Статья справки' },
  component: page(
    () => import('../console/help/article-page.tsx'),
    ({ ArticlePage }) => <ArticlePage {...helpArticle.useParams()} />,
  ),
});

const announcements = createRoute({
  getParentRoute: () => staffRoute,
  path: '/announcements',
  staticData: { title: 'Объявления' },
  component: page(
    () => import('../console/announcements/announcements-page.tsx'),
    ({ AnnouncementsPage }) => <AnnouncementsPage />,
  ),
});

const keys = createRoute({
  getParentRoute: () => staffRoute,
  path: '/keys',
  staticData: { title: 'Ключи API' },
  validateSearch: textsOf('key'),
  component: page(
    () => import('../console/keys/keys-page.tsx'),
    ({ KeysPage }) => <KeysPage search={keys.useSearch()} />,
  ),
});

const webhooks = createRoute({
  getParentRoute: () => staffRoute,
  path: '/webhooks',
  staticData: { title: 'Вебхуки' },
  validateSearch: readWebhooksSearch,
  component: page(
    () => import('../console/webhooks/webhooks-page.tsx'),
    ({ WebhooksPage }) => <WebhooksPage search={webhooks.useSearch()} />,
  ),
});

const reference = createRoute({
  getParentRoute: () => staffRoute,
  path: '/api',
  staticData: { title: 'Справка по API' },
  component: page(
    () => import('../console/reference/reference-page.tsx'),
    ({ ReferencePage }) => <ReferencePage />,
  ),
});

export const consoleRoutes = staffRoute.addChildren([
  overview,
  organizations,
  organization,
  users,
  requests,
  preparedAnswers,
  request,
  payments,
  refunds,
  statements,
  unidentified,
  bankReturns,
  documents,
  business,
  help,
  newHelp,
  helpArticle,
  announcements,
  keys,
  webhooks,
  reference,
  ...consoleServiceRoutes,
]);
