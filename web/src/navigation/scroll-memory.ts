import type { router as appRouter } from './router.tsx';

type Router = typeof appRouter;

/** Where the router looks for positions when a document is loaded. It writes there itself only on `pagehide`. */
const routerStorageKey = 'tsr-scroll-restoration-v1_3';
const throttleMs = 100;
/** Whoever still waits for the rest of a page by then has begun to read it where it is. */
const restoreTimeoutMs = 5000;

function readSaved(): Record<string, { window?: { scrollX: number; scrollY: number } }> {
  try {
    return JSON.parse(sessionStorage.getItem(routerStorageKey) ?? '{}');
  } catch {
    // Broken by whomever: positions are no reason not to open the page.
    return {};
  }
}

function positionKey({ latestLocation: { state, href } }: Router): string {
  return state.__TSR_key ?? href;
}

/** Saves the position while the page scrolls: a tab that the system kills gets no `pagehide` to save it in. */
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

/**
 * Goes back to where a reloaded page was read. The router does that as soon as it has drawn the page, which is often
 * before the page has its contents and is tall enough.
 */
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
