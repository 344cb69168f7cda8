import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findChromium } from './chromium.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];
const screenshotFolder = path.join(import.meta.dirname, '../../var/screenshots');
const consoleErrors = new WeakMap<Page, string[]>();

const schemes = ['light', 'dark'] as const;
// Enough for a busy machine; what takes longer is broken.
export const pollTimeout = { timeout: 15_000 };

/**
 * One Chromium a test file. Whatever its pages do against their content security policy fails the test, unless the
 * test has taken it from `takeBreaches`.
 */
export function browserForThisFile() {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const kept: Page[] = [];
  const policyViolations: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args });
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    for (const page of kept) consoleErrors.get(page)?.splice(0);
    expect(policyViolations.splice(0), 'what the content security policy forbade').toEqual([]);
  });
  afterAll(() => browser?.close());

  async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow', ...options });
    context.setDefaultTimeout(pollTimeout.timeout);
    context.on('page', listen);
    await reportPolicyViolations(context, policyViolations);
    return context;
  }

  return {
    /** A person of their own, with nothing stored, until the test ends. */
    openPage: async (options?: BrowserContextOptions): Promise<Page> => {
      const context = await openContext(options);
      contexts.push(context);
      return context.newPage();
    },
    /** The same for all tests of the file: what it has loaded, it need not load again. */
    keepPage: async (options?: BrowserContextOptions): Promise<Page> => {
      const page = await (await openContext(options)).newPage();
      kept.push(page);
      return page;
    },
    takePolicyViolations: () => policyViolations.splice(0),
  };
}

/** What Chromium says to the console: failed answers, failed scripts and uncaught errors alike. */
export function expectNoConsoleErrors(page: Page, except?: RegExp): void {
  expect((consoleErrors.get(page) ?? []).filter((text) => !except?.test(text))).toEqual([]);
}

/**
 * Every rule of axe in both themes. Switching by the attribute keeps what is open on the page: a drawer, a half-filled
 * form. Pages without frames need neither axe twice nor the blank page it would otherwise sum up on.
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
 * Nothing is wider than the window, down to the narrowest phone. With SCREENSHOTS=1 each width is also drawn in both
 * themes, for people to look at.
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
    // A page that is kept goes on to the next test, however this one ends.
    if (before) await page.setViewportSize(before);
  }
  await setScheme(page, scheme);
}

/** Where the page is, with its search: what the address bar shows after the host. */
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
  // A drawer covers the window, not the page: below the fold it would look torn off.
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

/** Reported by the browser itself, whatever the page has caught or logged. */
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
  // Colours that fade into the new scheme would be measured half-way.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  return before;
}
