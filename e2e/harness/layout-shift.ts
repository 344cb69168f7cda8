import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pollTimeout } from './browser.ts';

export const maxShift = 0.02;

interface Shift {
  value: number;
  what: string;
}

/** Collects the layout shifts of the page's next document. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Element }[] };
        shifts.push({ value, what: sources.map(({ node }) => node?.className ?? '').join(' | ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function readShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shift[]);
}

export function sumOf(shifts: Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}

/** Resolves when the page's code has taken over and nothing on it loads. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('load');
  const isBusy = () => page.evaluate(() => document.querySelector('#prerendered, [aria-busy="true"]') !== null);
  await expect.poll(isBusy, pollTimeout).toBe(false);
}
