import '@mantine/core/styles/baseline.css';
import './theme/fonts.css';
import './theme/theme.css';
import './theme/variables.css';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { followPageChanges } from './navigation/page-changes.ts';
import { pendingMs, router } from './navigation/router.tsx';
import { restoreScroll, saveScroll } from './navigation/scroll-memory.ts';
import { repeatInput } from './navigation/take-over.ts';
import { showFailedAuthentication } from './session/failed-authentication.ts';
import { startRefreshTimer } from './session/refresh-timer.ts';
import { onIdentityChange } from './session/tokens.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';
import { Toasts } from './ui/feedback/toasts.tsx';

// The CSP forbids the code generation that zod tries by default.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Mantine's scroll lock adds a style element, which needs the CSP nonce.
Object.assign(globalThis, { __webpack_nonce__: nonce });

export function startApp(): void {
  onIdentityChange(() => void router.invalidate());
  followPageChanges(router);
  restoreScroll(router);
  saveScroll(router);
  startRefreshTimer();
  showFailedAuthentication();

  const container = document.getElementById('root') as HTMLElement;
  const root = createRoot(container);
  const render = (onMount?: () => void) =>
    startTransition(() =>
      root.render(
        <ThemeProvider nonce={nonce}>
          <RouterProvider router={router} />
          <Toasts />
          {onMount && <Mounted onMount={onMount} />}
        </ThemeProvider>,
      ),
    );
  // React renders what the router has loaded in slices; what came to a mounted router would be one long task.
  const isLoaded = router.load().catch(console.error);
  // The HTML of visitors' pages is seen already; the same page must be ready before it is replaced.
  const isSeen = container.hasChildNodes() && !document.documentElement.hasAttribute('data-other-page');
  if (isSeen) void isLoaded.then(() => render(repeatInput(container)));
  else void Promise.race([isLoaded, sleep(pendingMs)]).then(() => render());
}

function Mounted({ onMount }: { onMount: () => void }) {
  useLayoutEffect(onMount, [onMount]);
  return null;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
