import { createRouter } from '@tanstack/react-router';
import { authRoutes, payRoutes } from '../routes/auth.tsx';
import { cabinetRoutes } from '../routes/cabinet.tsx';
import { consoleRoutes } from '../routes/console.tsx';
import { infoRoutes } from '../routes/info.tsx';
import { homeRoute, rootRoute, signedInRoute } from '../routes/root.tsx';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';
import { ErrorView, NotFoundView, PendingView } from './views.tsx';

/** After that a page that is still loading shows so. */
export const pendingMs = 1000;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    authRoutes,
    ...payRoutes,
    signedInRoute.addChildren([...cabinetRoutes, ...infoRoutes, consoleRoutes]),
  ]),
  defaultPendingMs: pendingMs,
  defaultPendingMinMs: 500,
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultGcTime: 5 * 60_000,
  defaultPreloadStaleTime: 30_000,
  // A page of another id begins anew: what was typed or opened belongs to the one before.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
  trailingSlash: 'preserve',
  notFoundMode: 'root',
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  defaultNotFoundComponent: NotFoundView,
  defaultErrorComponent: ErrorView,
  defaultPendingComponent: PendingView,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Recipient of the verification e-mail. */
    email?: string;
    returnTo?: string;
    /** Leads staff from the start page to theirs, once. */
    hasJustSignedIn?: boolean;
    /** Opens the new organization dialog over the page; going back closes it. */
    isCreatingOrganization?: boolean;
    /** The sheet was opened from the list under it, to which going back returns. */
    isSheetOverList?: boolean;
    /** The list that a payment was opened from, with its filters. */
    cameFrom?: { to: '/payments' | '/operations'; search: Record<string, string | undefined> };
  }
  interface StaticDataRouteOption {
    /** Document title, shown as «title — Казна». */
    title?: string;
  }
}
