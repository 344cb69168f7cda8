import type { BrowserContext, BrowserContextOptions, Disposable } from 'playwright-core';

export interface PageOptions extends Omit<BrowserContextOptions, 'storageState'> {
  /** What the browser has stored before its first visit; what the product deletes stays deleted. */
  stored?: { origin: string; items: Record<string, string> };
}

const storedFlag = 'stored-by-test';

/** `storageState` opens a page of its own for it, which costs as much as a blank context. */
export function fillStorage(context: BrowserContext, stored: NonNullable<PageOptions['stored']>): Promise<Disposable> {
  return context.addInitScript(
    ({ origin, items, flag }) => {
      if (location.origin !== origin || localStorage.getItem(flag) !== null) return;
      for (const [name, value] of Object.entries({ ...items, [flag]: '' })) localStorage.setItem(name, value);
    },
    { ...stored, flag: storedFlag },
  );
}
