import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findChromium } from './chromium.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];
const screenshotFolder = path.join(import.meta.dirname, '../../var/screenshots');
const complaints = new WeakMap<Page, string[]>();

/** One Chromium a test file; every `openPage` is a person of their own, with nothing stored. */
export function browserForThisFile() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args });
  });
  afterAll(() => browser?.close());
  return {
    openPage: async (options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow', ...options });
      context.on('page', listen);
      return context.newPage();
    },
  };
}

/** Chromium reports broken CSP, failed scripts and uncaught errors alike to the console. */
export function expectNoComplaints(page: Page, except?: RegExp): void {
  expect((complaints.get(page) ?? []).filter((text) => !except?.test(text))).toEqual([]);
}

/** Switching by the attribute keeps what is open on the page: a drawer, a half-filled form. */
export async function expectNoViolations(page: Page): Promise<void> {
  const before = await setScheme(page, 'light');
  for (const scheme of ['light', 'dark']) {
    await setScheme(page, scheme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme} ${id}: ${node.html}`));
    expect(found, page.url()).toEqual([]);
  }
  await setScheme(page, before);
}

export async function screenshot(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({
      path: path.join(screenshotFolder, `${name}-${width}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
  if (before) await page.setViewportSize(before);
}

function listen(page: Page): void {
  const found: string[] = [];
  complaints.set(page, found);
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => found.push(String(error)));
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
