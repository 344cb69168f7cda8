import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { findChromium } from './chromium.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];
const screenshotFolder = path.join(import.meta.dirname, '../../var/screenshots');
const consoleErrors = new WeakMap<Page, string[]>();

const schemes = ['light', 'dark'] as const;
// Enough for a busy machine.
export const pollTimeout = { timeout: 30_000 };
const closeTimeoutMs = 10_000;

let browser: Promise<Browser> | undefined;

/** One Chromium for all test files of a worker, which ends together with the worker's process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findChromium(), args });
  return browser;
}

/**
 * Browser contexts of one test file. A CSP violation fails the test, unless the test has read it by
 * `takePolicyViolations`.
 */
export function browserForThisFile() {
  const contexts: BrowserContext[] = [];
  const kept: Page[] = [];
  const policyViolations: string[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await close(context);
    for (const page of kept) consoleErrors.get(page)?.splice(0);
    expect(policyViolations.splice(0), 'what the content security policy forbade').toEqual([]);
  });
  afterAll(async () => {
    for (const page of kept) await close(page.context());
  });

  async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await (await sharedBrowser()).newContext({
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      ...options,
    });
    context.setDefaultTimeout(pollTimeout.timeout);
    context.on('page', listen);
    await reportPolicyViolations(context, policyViolations);
    return context;
  }

  return {
    /** A fresh context that closes after the test. */
    openPage: async (options?: BrowserContextOptions): Promise<Page> => {
      const context = await openContext(options);
      contexts.push(context);
      return context.newPage();
    },
    /** One context for all tests of the file, to reuse the browser's cache. */
    keepPage: async (options?: BrowserContextOptions): Promise<Page> => {
      const page = await (await openContext(options)).newPage();
      kept.push(page);
      return page;
    },
    takePolicyViolations: () => policyViolations.splice(0),
  };
}

/** Chromium's console: failed requests, failed scripts and uncaught errors. */
export function expectNoConsoleErrors(page: Page, except?: RegExp): void {
  expect((consoleErrors.get(page) ?? []).filter((text) => !except?.test(text))).toEqual([]);
}

/**
 * Runs axe in both themes. The theme is switched by its attribute, to keep open drawers and filled forms. Legacy mode
 * avoids the blank page that axe opens for frames, which we do not have.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  const before = await setScheme(page, 'light');
  for (const scheme of schemes) {
    await setScheme(page, scheme);
    const isLoaded = await page.evaluate(() => 'axe' in globalThis);
    const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) }).setLegacyMode();
    const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme} ${id}: ${node.html}`));
    expect(found, page.url()).toEqual([]);
  }
  await setScheme(page, before);
}

/**
 * Checks that nothing overflows the viewport, down to the narrowest phone. SCREENSHOTS=1 saves every width in both
 * themes.
 */
export async function expectFit(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const scheme = await setScheme(page, 'light');
  try {
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      await expect.poll(isTooWide, { ...pollTimeout, message: `${name} is wider than ${width} px` }).toBe(false);
      if (process.env.SCREENSHOTS && width > 360)
        for (const one of schemes) await shoot(page, `${name}-${width}-${one}`, one);
    }
  } finally {
    // A shared page must reach the next test in its original size.
    if (before) await page.setViewportSize(before);
  }
  await setScheme(page, scheme);
}

/** Axe in both themes, every width, nothing in the console. */
export async function expectGood(page: Page, name: string): Promise<void> {
  await expectNoViolations(page);
  await expectFit(page, name);
  expectNoConsoleErrors(page);
}

/** Path and search of the page. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

export async function expectPlace(page: Page, place: string | RegExp): Promise<void> {
  await expect.poll(() => placeOf(page), pollTimeout).toMatch(place instanceof RegExp ? place : exactly(place));
}

export async function expectToast(page: Page, message: string): Promise<void> {
  await page.getByRole('region', { name: 'Уведомления' }).getByText(message, { exact: true }).waitFor();
}

export function mainHeading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

function exactly(text: string): RegExp {
  return new RegExp(`^${RegExp.escape(text)}$`);
}

async function shoot(page: Page, name: string, scheme: string): Promise<void> {
  await setScheme(page, scheme);
  const file = path.join(screenshotFolder, `${name}.png`);
  // A drawer covers only the viewport, so a full-page screenshot would cut it.
  const fullPage = (await page.getByRole('dialog').count()) === 0;
  await page.screenshot({ path: file, fullPage, animations: 'disabled' });
}

function listen(page: Page): void {
  const found: string[] = [];
  consoleErrors.set(page, found);
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => found.push(String(error)));
}

/** Chromium may never answer the closing of a page that is navigating; such a context ends with the browser. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.race([context.close(), setTimeout(closeTimeoutMs, undefined, { ref: false })]);
}

/** CSP violations as reported by the browser, regardless of the page's own handlers. */
async function reportPolicyViolations(context: BrowserContext, policyViolations: string[]): Promise<void> {
  await context.exposeBinding('reportBreach', (_source, breach: string) => policyViolations.push(breach));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Reflect.get(globalThis, 'reportBreach')(`${effectiveDirective}: ${blockedURI}`);
    });
  });
}

async function setScheme(page: Page, scheme: string): Promise<string> {
  const before = await page.evaluate((wanted) => {
    const root = document.documentElement;
    const current = root.getAttribute('data-mantine-color-scheme') ?? 'light';
    root.setAttribute('data-mantine-color-scheme', wanted);
    return current;
  }, scheme);
  // Transitions would be measured half-way.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  return before;
}
