import '@mantine/core/styles/baseline.css';
import './theme/fonts.css';
import './theme/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { followPageChanges } from './navigation/page-changes.ts';
import { pendingMs, router } from './navigation/router.tsx';
import { restoreScroll, saveScroll } from './navigation/scroll-memory.ts';
import { takeOver } from './navigation/take-over.ts';
import { showFailedAuthentication } from './session/failed-authentication.ts';
import { onIdentityChange } from './session/identity.ts';
import { startRefreshTimer } from './session/refresh-timer.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';
import { Toasts } from './ui/feedback/toasts.tsx';

// The CSP forbids the code generation that zod tries by default.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Mantine's scroll lock adds a style element, which needs the CSP nonce.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// Reloads once when a page's code or styles fail to load: probably a new version was deployed. The router does the same
// under this very key, but only when it renders the page, which it sometimes never does.
addEventListener('vite:preloadError', ({ payload }) => {
  if (payload.message.startsWith('Unable to preload CSS')) {
    payload.message = `Failed to fetch dynamically imported module: ${payload.message}`;
  }
  const key = `tanstack_router_reload:${payload.message}`;
  if (sessionStorage.getItem(key) !== null) return;
  sessionStorage.setItem(key, '1');
  if (navigator.onLine) return location.reload();
  // Offline a reload would show the browser's error page, so the error view stays.
  addEventListener('online', () => sessionStorage.removeItem(key), { once: true });
});

// A task of its own: evaluating this much code is a long one already.
setTimeout(start);

function start() {
  onIdentityChange(() => void router.invalidate());
  followPageChanges(router);
  restoreScroll(router);
  saveScroll(router);
  startRefreshTimer();
  showFailedAuthentication();

  const container = document.getElementById('root') as HTMLElement;
  const root = createRoot(container);
  const render = () =>
    root.render(
      <ThemeProvider nonce={nonce}>
        <RouterProvider router={router} />
        <Toasts />
      </ThemeProvider>,
    );
  // The HTML of visitors' pages is seen already; the same page must be ready before it is replaced.
  const isSeen = container.hasChildNodes() && !document.documentElement.hasAttribute('data-other-page');
  const isLoaded = router.load().catch(console.error);
  if (isSeen) void isLoaded.then(() => takeOver(container, render));
  // React renders what the router has loaded in slices; what came to a mounted router would be one long task.
  else void Promise.race([isLoaded, sleep(pendingMs)]).then(() => startTransition(render));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
