import type { LegalDocument } from '@kazna/contract/cabinet/info';
import { createRoute } from '@tanstack/react-router';
import { textsOf } from '../navigation/plain-search.ts';
import { page, signedInRoute } from './root.tsx';

const info = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/',
  staticData: { title: 'Информация' },
  component: page(
    () => import('../features/info/info-page.tsx'),
    ({ InfoPage }) => <InfoPage />,
  ),
});

const help = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/help/',
  staticData: { title: 'Справка' },
  validateSearch: textsOf('q'),
  component: page(
    () => import('../features/info/help-page.tsx'),
    ({ HelpPage }) => <HelpPage search={help.useSearch()} />,
  ),
});

const helpArticle = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/help/$slug',
  staticData: { title: 'Справка' },
  component: page(
    () => import('../features/info/help-article-page.tsx'),
    ({ HelpArticlePage }) => <HelpArticlePage {...helpArticle.useParams()} />,
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

const consent = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/info/consents/$document',
  staticData: { title: 'Согласие' },
  component: page(
    () => import('../features/info/legal-text-page.tsx'),
    ({ LegalTextPage }) => <LegalTextPage document={consent.useParams().document as LegalDocument} />,
  ),
});

export const infoRoutes = [info, help, helpArticle, contacts, privacy, terms, consent] as const;
