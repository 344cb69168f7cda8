import { vi } from 'vitest';

/** What a page has and Node has not: storage, one window to listen to, and the state of its network. */
export function fakeBrowser() {
  const items = new Map<string, string>();
  const page = new EventTarget();
  const navigator = { onLine: true, locks: fakeLocks() };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('navigator', navigator);
  return {
    navigator,
    dispatch: (type: string) => page.dispatchEvent(new Event(type)),
  };
}

/** An access token that a page can read; nobody signed it. */
export function tokenOf(claims: { sub?: string; org?: string; expiresInMs?: number } = {}): string {
  const { expiresInMs = 600_000, sub = 'anna', org = 'romashka' } = claims;
  const exp = Math.floor((Date.now() + expiresInMs) / 1000);
  return `header.${Buffer.from(JSON.stringify({ exp, sub, org })).toString('base64url')}.signature`;
}

/** One holder at a time, as the browser has it over all tabs. */
function fakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as () => Promise<unknown>;
      const held = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(
        name,
        held.catch(() => {}),
      );
      return held;
    },
  };
}
