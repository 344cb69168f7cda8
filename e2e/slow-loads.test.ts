import { devices, type Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile } from './harness/browser.ts';
import { activeOrganization } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { maxShift, readShifts, sumOf, untilDrawn, watchShifts } from './harness/layout-shift.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { watchRequests } from './harness/quiet.ts';

/** `SLOW_LOADS=50` looks for what shifts seldom, at more widths, and prints when the largest part was painted. */
const loadsPerWidth = Number(process.env.SLOW_LOADS ?? 1);
const isWhole = loadsPerWidth > 1;
const { viewport, userAgent, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7'];
const phone = { viewport, userAgent, isMobile, hasTouch, deviceScaleFactor };
const screens = isWhole
  ? [phone, ...[390, 768, 1350, 1440].map((width) => ({ viewport: { width, height: width < 500 ? 844 : 900 } }))]
  : [phone];
const places = [
  ...[
    ...['/', '/payments/', '/payments/create', '/operations/', '/profile/', '/organization/{id}', '/dashboard/{id}'],
    '/info/',
  ].map((path) => ({ path, isSignedIn: true })),
  ...['/', '/auth/'].map((path) => ({ path, isSignedIn: false })),
];

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();
let tokens: Tokens;
let organizationId: string;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
  organizationId = await activeOrganization(product, tokens);
  await topUp(product, tokens, { description: 'За первый месяц' });
});

interface Load {
  width: number;
  total: number;
  largestPaintMs: number;
  shifts: unknown;
}

/** 165 ms to the server and 1 MB/s, on a processor four times slower. Returns what gives the processor back. */
async function slowDown(page: Page): Promise<() => Promise<unknown>> {
  const cdp = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 165, downloadThroughput: 1e6, uploadThroughput: 1e6 };
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return () => cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

async function load({ path, isSignedIn }: (typeof places)[number], screen: (typeof screens)[number]): Promise<Load> {
  const page = await openPage({ ...screen, ...(isSignedIn && signedIn(product, tokens)) });
  const speedUp = await slowDown(page);
  await watchShifts(page);
  const { untilQuiet } = watchRequests(page);
  await page.goto(product.url + path.replace('{id}', organizationId), { timeout: 60_000 });
  await untilDrawn(page);
  // Chromium slows a page down by spinning, also while the page does nothing.
  await speedUp();
  await untilQuiet();
  const shifts = await readShifts(page);
  const largestPaintMs = await readLargestPaint(page);
  await page.context().close();
  return { width: screen.viewport.width, total: sumOf(shifts), largestPaintMs, shifts };
}

function readLargestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0));
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

function medianPaintOf(loads: Load[]): number {
  const times = loads.map(({ largestPaintMs }) => largestPaintMs).sort((one, other) => one - other);
  return Math.round(times[Math.floor(times.length / 2)] ?? 0);
}

describe('pages opened on a slow phone and a slow network', () => {
  test.each(places)(
    `$path (signed in: $isSignedIn) shifts by at most ${maxShift}`,
    async (place) => {
      for (const screen of screens) {
        const loads: Load[] = [];
        while (loads.length < loadsPerWidth) loads.push(await load(place, screen));
        const worst = loads.reduce((most, one) => (one.total > most.total ? one : most));
        const paint = isWhole ? `, the largest part painted after ${medianPaintOf(loads)} ms (median)` : '';
        const which = `${place.path} at ${worst.width} px`;
        console.log(`${which}: shifts by ${worst.total.toFixed(4)} at most in ${loads.length} loads${paint}`);
        expect(worst.total, JSON.stringify(worst)).toBeLessThanOrEqual(maxShift);
      }
    },
    isWhole ? 3_600_000 : 120_000,
  );
});
