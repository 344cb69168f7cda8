import 'react-dom/client';

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

void start();

/** Evaluating all of the code at once would be a long task. The files are preloaded, so that nothing waits for them. */
async function start(): Promise<void> {
  await nextTask();
  await import('./theme/theme-provider.tsx');
  await nextTask();
  const { startApp } = await import('./app.tsx');
  await nextTask();
  startApp();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
