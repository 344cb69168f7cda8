import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { earlyCallsOf } from './navigation/early-calls.ts';
import { documentTitle } from './navigation/page-changes.ts';
import { router } from './navigation/router.tsx';
import { ThemeProvider } from './theme/theme-provider.tsx';

interface PageOfRoute {
  /** Without a slash at the end, parameters as `$id`. */
  path: string;
  /** Of the document. */
  title: string;
  calls: { always: string[]; plain: string[] };
  /** Source of the function that imports the page's module; undefined for `/`, which has two. */
  load: string | undefined;
}

/** Runs at build time, in Node. */
export function pagesOfRoutes(): PageOfRoute[] {
  return Object.values(router.routesByPath).map(({ fullPath, options }) => ({
    path: fullPath.replace(/(.)\/$/, '$1'),
    title: documentTitle(options.staticData?.title),
    calls: earlyCallsOf(fullPath),
    load: loadOf(options.component)?.toString(),
  }));
}

function loadOf(component: object | undefined): unknown {
  return component && 'load' in component ? component.load : undefined;
}

/** Returns the markup that `app.tsx` renders for a visitor at this address. */
export async function renderPage(address: string, nonce: string): Promise<string> {
  // Scroll restoration would add an inline script.
  router.update({ history: createMemoryHistory({ initialEntries: [address] }), scrollRestoration: false });
  await router.load();
  return renderToString(
    <ThemeProvider nonce={nonce}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
}
