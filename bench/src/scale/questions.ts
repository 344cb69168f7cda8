import type { Question } from './measure.ts';

/** Pages of payments must cost the same at any depth; the rest may grow a little. */
const page = { limit: 1.5, token: ({ active }) => active.token } satisfies Partial<Question>;
const dashboard = { limit: 3, token: ({ active }) => active.token } satisfies Partial<Question>;
const admin = { limit: 3, token: ({ operator }) => operator.token } satisfies Partial<Question>;

export const questions: Question[] = [
  { ...page, what: 'payments, first page', path: () => '/api/payments' },
  {
    ...page,
    what: 'payments, 1 000th page',
    path: ({ deep }) => `/api/payments?cursor=${deep.payment}`,
    smallPath: () => '/api/payments',
  },
  {
    ...page,
    what: 'payments, first page of one long inactive',
    path: () => '/api/payments',
    token: ({ dormant }) => dormant.token,
  },
  { ...dashboard, what: 'dashboard, 30 days', path: ({ active }) => `/api/dashboard/${active.organizationId}` },
  {
    ...dashboard,
    what: 'dashboard, a year',
    path: ({ active }) => `/api/dashboard/${active.organizationId}?period=365d`,
  },
  { ...admin, what: 'admin: people', path: () => '/api/admin/users' },
  {
    ...admin,
    what: 'admin: people, 1 000th page',
    path: ({ deep }) => `/api/admin/users?cursor=${deep.user}`,
    smallPath: () => '/api/admin/users',
  },
  { ...admin, what: 'admin: people by e-mail', path: () => '/api/admin/users?q=person77@' },
  { ...admin, what: 'admin: people by name', path: () => `/api/admin/users?q=${encodeURIComponent('человек 77')}` },
  { ...admin, what: 'admin: people blocked', path: () => '/api/admin/users?status=blocked' },
  { ...admin, what: 'admin: operators', path: () => '/api/admin/users?operator=yes' },
  { ...admin, what: 'admin: organizations', path: () => '/api/admin/organizations' },
  {
    ...admin,
    what: 'admin: organizations by name',
    path: () => `/api/admin/organizations?q=${encodeURIComponent('человек 77')}`,
  },
  { ...admin, what: 'admin: payments', path: () => '/api/admin/payments' },
  {
    ...admin,
    what: 'admin: payments of one long inactive',
    path: ({ dormant }) => `/api/admin/payments?organizationId=${dormant.organizationId}`,
  },
  { ...admin, what: 'admin: payments to review', path: () => '/api/admin/payments?status=review' },
  {
    ...admin,
    what: 'admin: ledger of an organization',
    path: ({ active }) => `/api/admin/organizations/${active.organizationId}/ledger`,
  },
  { ...admin, what: 'admin: overview', path: () => '/api/admin/overview', limit: null },
];
