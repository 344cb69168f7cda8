import type { router as appRouter } from './router.tsx';

/** Where the router looks for positions when a document is loaded. It writes there itself only on `pagehide`. */
const routerStorageKey = 'tsr-scroll-restoration-v1_3';
const saveEveryMs = 100;

/** Saves the position while the page scrolls: a tab that the system kills gets no `pagehide` to save it in. */
export function saveScroll(router: typeof appRouter): void {
  let isWaiting = false;
  const save = () => {
    isWaiting = false;
    const { state, href } = router.latestLocation;
    const key = state.__TSR_key ?? href;
    const saved = JSON.parse(sessionStorage.getItem(routerStorageKey) ?? '{}');
    saved[key] = { ...saved[key], window: { scrollX, scrollY } };
    sessionStorage.setItem(routerStorageKey, JSON.stringify(saved));
  };
  addEventListener('scroll', () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(save, saveEveryMs);
  });
}
