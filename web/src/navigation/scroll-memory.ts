import type { router as appRouter } from './router.tsx';

type Router = typeof appRouter;

/** The router's own storage key, which it writes only on `pagehide`. */
const routerStorageKey = 'tsr-scroll-restoration-v1_3';
const throttleMs = 100;
/** After this the person has started reading, so the position is no longer restored. */
const restoreTimeoutMs = 5000;

function readSaved(): Record<string, { window?: { scrollX: number; scrollY: number } }> {
  try {
    return JSON.parse(sessionStorage.getItem(routerStorageKey) ?? '{}');
  } catch {
    // Corrupt storage must not break the page.
    return {};
  }
}

function positionKey({ latestLocation: { state, href } }: Router): string {
  return state.__TSR_key ?? href;
}

/** Saves the position on scroll, throttled: a killed tab gets no `pagehide`. */
export function saveScroll(router: Router): void {
  let isWaiting = false;
  const save = () => {
    isWaiting = false;
    const saved = readSaved();
    const key = positionKey(router);
    saved[key] = { ...saved[key], window: { scrollX, scrollY } };
    sessionStorage.setItem(routerStorageKey, JSON.stringify(saved));
  };
  addEventListener('scroll', () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(save, throttleMs);
  });
}

/** Restores the scroll position after a reload once the page is tall enough: the router often tries too early. */
export function restoreScroll(router: Router): void {
  const top = readSaved()[positionKey(router)]?.window?.scrollY ?? 0;
  if (top === 0) return;
  const growth = new ResizeObserver(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollHeight - clientHeight < top) return;
    stop();
    scrollTo(0, top);
  });
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, stop);
  };
  const signs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  const timer = setTimeout(stop, restoreTimeoutMs);
  for (const sign of signs) addEventListener(sign, stop, { passive: true });
  growth.observe(document.body);
}
