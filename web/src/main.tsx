import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './theme/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { followPageChanges } from './page-changes.ts';
import { router } from './router.tsx';
import { saveScroll } from './scroll-memory.ts';
import { tellFailedAuthentication } from './session/failed-authentication.ts';
import { onIdentityChange } from './session/identity.ts';
import { startRefreshTimer } from './session/refresh-timer.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';
import { Toasts } from './ui/toasts.tsx';

// The content security policy forbids the code generation that zod tries by default.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Read by the scroll lock of drawers and modals, which adds a style element of its own.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// The router reloads a page once when its code cannot be loaded; to it, missing styles are to look the same.
addEventListener('vite:preloadError', ({ payload }) => {
  if (payload.message.startsWith('Unable to preload CSS')) {
    payload.message = `Failed to fetch dynamically imported module: ${payload.message}`;
  }
});

onIdentityChange(() => void router.invalidate());
followPageChanges(router);
saveScroll(router);
startRefreshTimer();
tellFailedAuthentication();

createRoot(document.getElementById('root') as HTMLElement).render(
  <ThemeProvider nonce={nonce}>
    <RouterProvider router={router} />
    <Toasts />
  </ThemeProvider>,
);
