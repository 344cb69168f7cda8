import { createRoute } from '@tanstack/react-router';
import { textsOf } from '../navigation/plain-search.ts';
import { page, staffRoute } from './root.tsx';

const services = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services',
  staticData: { title: 'Услуги' },
  component: page(
    () => import('../console/services/services-page.tsx'),
    ({ ServicesPage }) => <ServicesPage />,
  ),
});

const newTariff = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services/$serviceId/new-tariff',
  staticData: { title: 'Новый тариф' },
  component: page(
    () => import('../console/services/new-tariff-page.tsx'),
    ({ NewTariffPage }) => <NewTariffPage {...newTariff.useParams()} />,
  ),
});

const tariff = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services/$serviceId/$tariffId',
  staticData: { title: 'Тариф' },
  component: page(
    () => import('../console/services/tariff-page.tsx'),
    ({ TariffPage }) => <TariffPage {...tariff.useParams()} />,
  ),
});

const newVersion = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services/$serviceId/$tariffId/new-version',
  staticData: { title: 'Новая цена' },
  component: page(
    () => import('../console/services/new-version-page.tsx'),
    ({ NewVersionPage }) => <NewVersionPage {...newVersion.useParams()} />,
  ),
});

const subscriptions = createRoute({
  getParentRoute: () => staffRoute,
  path: '/subscriptions',
  staticData: { title: 'Подписки' },
  validateSearch: textsOf('q', 'status', 'service', 'tariff', 'version', 'subscription'),
  component: page(
    () => import('../console/services/subscriptions-page.tsx'),
    ({ SubscriptionsPage }) => <SubscriptionsPage search={subscriptions.useSearch()} />,
  ),
});

const revenue = createRoute({
  getParentRoute: () => staffRoute,
  path: '/revenue',
  staticData: { title: 'Выручка' },
  validateSearch: textsOf('months', 'to', 'currency', 'service', 'tariff', 'cohorts'),
  component: page(
    () => import('../console/revenue/revenue-page.tsx'),
    ({ RevenuePage }) => <RevenuePage search={revenue.useSearch()} />,
  ),
});

const revenueRows = createRoute({
  getParentRoute: () => staffRoute,
  path: '/revenue/rows',
  staticData: { title: 'Из чего состоит выручка' },
  validateSearch: textsOf('of', 'month', 'kind', 'cohort', 'currency', 'service', 'tariff'),
  component: page(
    () => import('../console/revenue/rows-page.tsx'),
    ({ RevenueRowsPage }) => <RevenueRowsPage search={revenueRows.useSearch()} />,
  ),
});

export const consoleServiceRoutes = [
  services,
  newTariff,
  tariff,
  newVersion,
  subscriptions,
  revenue,
  revenueRows,
] as const;
