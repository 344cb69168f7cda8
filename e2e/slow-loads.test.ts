import { devices, type Page, type ViewportSize } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile } from './harness/browser.ts';
import { activeOrganization } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { maxShift, readShifts, sumOf, untilDrawn, watchShifts } from './harness/layout-shift.ts';
import type { PageOptions } from './harness/page-options.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { watchRequests } from './harness/quiet.ts';

/** `SLOW_LOADS=50` looks for what shifts seldom, at more widths, and prints when the largest part was painted. */
const loadsPerWidth = Number(process.env.SLOW_LOADS ?? 0);
const { viewport, userAgent, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7'];

interface Screen {
  options: PageOptions & { viewport: ViewportSize };
  /** How many times slower the processor is. */
  slowdown: number;
  loads: number;
  atOnce: number;
}

/** One at a time, as a slower processor is played by spinning. */
const phone: Screen = {
  options: { viewport, userAgent, isMobile, hasTouch, deviceScaleFactor },
  slowdown: 4,
  loads: loadsPerWidth > 0 ? 9 : 1,
  atOnce: 1,
};
const windows: Screen[] = [390, 768, 1350, 1440].map((width) => ({
  options: { viewport: { width, height: width < 500 ? 844 : 900 } },
  slowdown: 1,
  loads: loadsPerWidth,
  atOnce: 4,
}));
const screens = loadsPerWidth > 0 ? [phone, ...windows] : [phone];
const ofMembers = ['/', '/payments/', '/payments/create', '/operations/', '/profile/', '/info/'];
const ofOrganization = ['/organization/{id}', '/dashboard/{id}'];
const places = [
  ...[...ofMembers, ...ofOrganization].map((path) => ({ path, isSignedIn: true })),
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

type Place = (typeof places)[number];

interface Load {
  total: number;
  largestPaintMs: number;
  shifts: unknown;
}

/** 165 ms to the server and 1 MB/s. Returns what gives the processor back. */
async function slowDown(page: Page, rate: number): Promise<() => Promise<unknown>> {
  const cdp = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 165, downloadThroughput: 1e6, uploadThroughput: 1e6 };
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  return () => cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

async function load({ path, isSignedIn }: Place, { options, slowdown }: Screen): Promise<Load> {
  const page = await openPage({ ...options, ...(isSignedIn && signedIn(product, tokens)) });
  const speedUp = await slowDown(page, slowdown);
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
  return { total: sumOf(shifts), largestPaintMs, shifts };
}

async function loadAll(place: Place, screen: Screen): Promise<Load[]> {
  const loads: Load[] = [];
  while (loads.length < screen.loads) {
    const count = Math.min(screen.atOnce, screen.loads - loads.length);
    loads.push(...(await Promise.all(Array.from({ length: count }, () => load(place, screen)))));
  }
  return loads;
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
        const loads = await loadAll(place, screen);
        const worst = loads.reduce((most, one) => (one.total > most.total ? one : most));
        const what = `${place.path} at ${screen.options.viewport.width} px, ${loads.length} loads`;
        const paint = `largest part painted after ${medianPaintOf(loads)} ms (median)`;
        console.log(`${what}: shifts by ${worst.total.toFixed(4)} at most, ${paint}`);
        expect(worst.total, JSON.stringify(worst)).toBeLessThanOrEqual(maxShift);
      }
    },
    loadsPerWidth > 0 ? 3_600_000 : 120_000,
  );
});
