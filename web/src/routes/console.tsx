import { createRoute, notFound } from '@tanstack/react-router';
import { readWebhooksSearch } from '../console/webhooks/webhooks-search.ts';
import { textsOf } from '../navigation/plain-search.ts';
import { signedInRoute } from './cabinet.tsx';
import { page } from './root.tsx';

/** Not found for everybody but staff. */
const staff = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  beforeLoad: async () => {
    // Imported lazily: guards are part of the code that every page loads.
    const { profileQuery } = await import('../queries/profile.ts');
    const { queryClient } = await import('../api/query-client.ts');
    const profile = await queryClient.ensureQueryData(profileQuery());
    if (!profile.operatorRole) throw notFound();
  },
});

const overview = createRoute({
  getParentRoute: () => staff,
  path: '/',
  staticData: { title: 'Администрирование' },
  component: page(
    () => import('../console/overview/overview-page.tsx'),
    ({ OverviewPage }) => <OverviewPage />,
  ),
});

const organizations = createRoute({
  getParentRoute: () => staff,
  path: '/organizations',
  staticData: { title: 'Организации' },
  validateSearch: textsOf('q', 'status', 'kind', 'organization', 'payment'),
  component: page(
    () => import('../console/organizations/organizations-page.tsx'),
    ({ OrganizationsPage }) => <OrganizationsPage search={organizations.useSearch()} />,
  ),
});

const users = createRoute({
  getParentRoute: () => staff,
  path: '/users',
  staticData: { title: 'Пользователи' },
  validateSearch: textsOf('q', 'status', 'operator', 'user'),
  component: page(
    () => import('../console/users/users-page.tsx'),
    ({ UsersPage }) => <UsersPage search={users.useSearch()} />,
  ),
});

const statements = createRoute({
  getParentRoute: () => staff,
  path: '/statements',
  staticData: { title: 'Выписки' },
  validateSearch: textsOf('statement', 'group'),
  component: page(
    () => import('../console/statements/statements-page.tsx'),
    ({ StatementsPage }) => <StatementsPage search={statements.useSearch()} />,
  ),
});

const unidentified = createRoute({
  getParentRoute: () => staff,
  path: '/unidentified',
  staticData: { title: 'Невыясненные' },
  validateSearch: textsOf('q', 'status'),
  component: page(
    () => import('../console/unidentified/unidentified-page.tsx'),
    ({ UnidentifiedPage }) => <UnidentifiedPage search={unidentified.useSearch()} />,
  ),
});

const bankReturns = createRoute({
  getParentRoute: () => staff,
  path: '/bank-returns',
  staticData: { title: 'Возвраты на счёт' },
  validateSearch: textsOf('status'),
  component: page(
    () => import('../console/bank-returns/bank-returns-page.tsx'),
    ({ BankReturnsPage }) => <BankReturnsPage search={bankReturns.useSearch()} />,
  ),
});

const documents = createRoute({
  getParentRoute: () => staff,
  path: '/documents',
  staticData: { title: 'Документы' },
  validateSearch: textsOf('period'),
  component: page(
    () => import('../console/documents/register-page.tsx'),
    ({ RegisterPage }) => <RegisterPage search={documents.useSearch()} />,
  ),
});

const business = createRoute({
  getParentRoute: () => staff,
  path: '/business',
  staticData: { title: 'Реквизиты' },
  component: page(
    () => import('../console/business/business-page.tsx'),
    ({ BusinessPage }) => <BusinessPage />,
  ),
});

const keys = createRoute({
  getParentRoute: () => staff,
  path: '/keys',
  staticData: { title: 'Ключи API' },
  validateSearch: textsOf('key'),
  component: page(
    () => import('../console/keys/keys-page.tsx'),
    ({ KeysPage }) => <KeysPage search={keys.useSearch()} />,
  ),
});

const webhooks = createRoute({
  getParentRoute: () => staff,
  path: '/webhooks',
  staticData: { title: 'Вебхуки' },
  validateSearch: readWebhooksSearch,
  component: page(
    () => import('../console/webhooks/webhooks-page.tsx'),
    ({ WebhooksPage }) => <WebhooksPage search={webhooks.useSearch()} />,
  ),
});

const reference = createRoute({
  getParentRoute: () => staff,
  path: '/api',
  staticData: { title: 'Справка по API' },
  component: page(
    () => import('../console/reference/reference-page.tsx'),
    ({ ReferencePage }) => <ReferencePage />,
  ),
});

export const consoleRoutes = staff.addChildren([
  overview,
  organizations,
  users,
  statements,
  unidentified,
  bankReturns,
  documents,
  business,
  keys,
  webhooks,
  reference,
]);
