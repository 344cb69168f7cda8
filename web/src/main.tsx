import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import './theme/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { followPageChanges } from './navigation/page-changes.ts';
import { router } from './navigation/router.tsx';
import { restoreScroll, saveScroll } from './navigation/scroll-memory.ts';
import { showFailedAuthentication } from './session/failed-authentication.ts';
import { onIdentityChange } from './session/identity.ts';
import { startRefreshTimer } from './session/refresh-timer.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';
import { Toasts } from './ui/feedback/toasts.tsx';

// The content security policy forbids the code generation that zod tries by default.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Read by the scroll lock of drawers and modals, which adds a style element of its own.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// A page whose code or styles cannot be loaded is reloaded, once: probably a new version has replaced them. The router
// would do it too, under this very key, but only when it comes to draw the page, which it sometimes never does.
addEventListener('vite:preloadError', ({ payload }) => {
  if (payload.message.startsWith('Unable to preload CSS')) {
    payload.message = `Failed to fetch dynamically imported module: ${payload.message}`;
  }
  const key = `tanstack_router_reload:${payload.message}`;
  if (sessionStorage.getItem(key) !== null) return;
  sessionStorage.setItem(key, '1');
  if (navigator.onLine) return location.reload();
  // Without a network a reload would end on the browser's own page: the error view stays, and offers it later.
  addEventListener('online', () => sessionStorage.removeItem(key), { once: true });
});

onIdentityChange(() => void router.invalidate());
followPageChanges(router);
restoreScroll(router);
saveScroll(router);
startRefreshTimer();
showFailedAuthentication();

createRoot(document.getElementById('root') as HTMLElement).render(
  <ThemeProvider nonce={nonce}>
    <RouterProvider router={router} />
    <Toasts />
  </ThemeProvider>,
);
