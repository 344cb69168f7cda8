import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { pollTimeout } from './browser.ts';

/** Follows the page's requests from now on. The stream of events stays open and does not count. */
export function watchRequests(page: Page): { untilQuiet: () => Promise<void> } {
  const inFlight = new Set<Request>();
  let started = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') return;
    started += 1;
    inFlight.add(request);
  });
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  /** Resolves when every answer has come, the page has nothing left to run or paint, and asked for nothing meanwhile. */
  const untilQuiet = async () => {
    for (let before = -1; before !== started; ) {
      await expect.poll(() => inFlight.size, pollTimeout).toBe(0);
      before = started;
      await untilIdle(page);
    }
  };
  return { untilQuiet };
}

/** Timers of the page that are short are over by then: the callbacks of three idle periods and frames come after them. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let period = 0; period < 3; period += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
