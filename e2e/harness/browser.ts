import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { findChromium } from './chromium.ts';
import { findCutTexts } from './cut-texts.ts';
import { fillStorage, type PageOptions } from './page-options.ts';
import { closeContext, openReusedPage, putContextsBack } from './reused-contexts.ts';

const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
  // Drawing by software needs no process of its own to talk to.
  '--in-process-gpu',
];
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const screenshotFolder = path.join(import.meta.dirname, '../../var/screenshots');
const consoleErrors = new WeakMap<Page, string[]>();

const schemes = ['light', 'dark'] as const;
/** The rules of axe that another theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];
// Enough for a busy machine.
export const pollTimeout = { timeout: 30_000 };

let browser: Promise<Browser> | undefined;

/** One Chromium for all test files of a worker, which ends together with the worker's process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findChromium(), args });
  return browser;
}

/** Read anew by each test; contexts go from test to test. */
const policyViolations: string[] = [];

/**
 * Pages for the tests of one file. A CSP violation fails the test, unless read by `takePolicyViolations`. A cold browser
 * has loaded nothing before, for tests about loading. What moves is drawn by the processor, which on a busy machine takes
 * two fifths of what a page costs, so only tests of loading, of the keyboard and of records that open have motion.
 */
export function browserForThisFile({ isCold = false, hasMotion = false } = {}) {
  const reducedMotion = isCold || hasMotion ? 'no-preference' : 'reduce';
  const contexts: BrowserContext[] = [];
  const kept: Page[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await closeContext(context);
    await putContextsBack();
    for (const page of kept) consoleErrors.get(page)?.splice(0);
    expect(policyViolations.splice(0), 'what the content security policy forbade').toEqual([]);
  });
  afterAll(async () => {
    for (const page of kept) await closeContext(page.context());
  });

  async function openNewPage({ stored, ...options }: PageOptions, register?: BrowserContext[]): Promise<Page> {
    const context = await openContext({ reducedMotion, ...options });
    register?.push(context);
    if (stored) await fillStorage(context, stored);
    return context.newPage();
  }

  return {
    /** For one test. */
    openPage: (options: PageOptions = {}): Promise<Page> =>
      isCold ? openNewPage(options, contexts) : openReusedPage({ reducedMotion, ...options }, openContext),
    /** One context for all tests of the file, to reuse the browser's cache. */
    keepPage: async (options: PageOptions = {}): Promise<Page> => {
      const page = await openNewPage(options);
      kept.push(page);
      return page;
    },
    takePolicyViolations: () => policyViolations.splice(0),
  };
}

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    ...options,
  });
  context.setDefaultTimeout(pollTimeout.timeout);
  context.on('page', listen);
  await reportPolicyViolations(context);
  return context;
}

/** Chromium's console: failed requests, failed scripts and uncaught errors. */
export function expectNoConsoleErrors(page: Page, except?: RegExp): void {
  expect((consoleErrors.get(page) ?? []).filter((text) => !except?.test(text))).toEqual([]);
}

/** Runs axe in both themes. The theme is switched by its attribute, to keep open drawers and filled forms. */
export async function expectNoViolations(page: Page): Promise<void> {
  // What is asked for again is shown pale until it comes.
  await page.locator('[data-outdated]').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  const before = await setScheme(page, 'light');
  expect(await findViolations(page), `${page.url()} in the light theme`).toEqual([]);
  await setScheme(page, 'dark');
  expect(await findViolations(page, colourRules), `${page.url()} in the dark theme`).toEqual([]);
  await setScheme(page, before);
}

/**
 * axe stays in the page until it is left. Its package for Playwright costs a quarter more, and so do selectors, which
 * nobody reads, and preloaded assets, which only the rule of sounds that play by themselves needs: the product has none.
 */
async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(axeFile, 'utf8'));
  return page.evaluate(async (runOnly) => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe;
    const cheap = { resultTypes: ['violations'], selectors: false, preload: false } satisfies axe.RunOptions;
    const { violations } = await run(document, { ...cheap, ...(runOnly && { runOnly }) });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}

/** Checks that nothing overflows and no text is cut, down to the narrowest phone. SCREENSHOTS=1 saves both themes. */
export async function expectFit(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const scheme = await setScheme(page, 'light');
  try {
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      await expect.poll(isTooWide, { ...pollTimeout, message: `${name} is wider than ${width} px` }).toBe(false);
      if (width < 1000)
        await expect
          .poll(() => findCutTexts(page), { ...pollTimeout, message: `texts of ${name} that are cut at ${width} px` })
          .toEqual([]);
      if (process.env.SCREENSHOTS && width > 320)
        for (const one of schemes) await shoot(page, `${name}-${width}-${one}`, one);
    }
  } finally {
    // A shared page must reach the next test in its original size.
    if (before) await page.setViewportSize(before);
  }
  await setScheme(page, scheme);
}

export async function expectGood(page: Page, name: string): Promise<void> {
  await expectNoViolations(page);
  await expectFit(page, name);
  expectNoConsoleErrors(page);
}

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

/** CSP violations as reported by the browser, regardless of the page's own handlers. */
async function reportPolicyViolations(context: BrowserContext): Promise<void> {
  await context.exposeBinding('reportBreach', (_source, breach: string) => policyViolations.push(breach));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Reflect.get(globalThis, 'reportBreach')(`${effectiveDirective}: ${blockedURI}`);
    });
  });
}

/**
 * Switches as the product does: without transitions, which would be measured half-way. A page that has the theme already
 * is left as it is: each switch computes every style anew.
 */
function setScheme(page: Page, scheme: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const root = document.documentElement;
    const before = root.getAttribute('data-mantine-color-scheme') ?? 'light';
    if (before !== wanted) {
      root.setAttribute('data-theme-changing', '');
      root.setAttribute('data-mantine-color-scheme', wanted);
      root.getBoundingClientRect();
      root.removeAttribute('data-theme-changing');
    }
    // A drawer that is still opening; the bar of a busy button never ends.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
    return before;
  }, scheme);
}
