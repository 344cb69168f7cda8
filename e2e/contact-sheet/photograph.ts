import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findCutTexts } from '../harness/cut-texts.ts';
import type { Ids } from './ids.ts';
import { settled } from './reach.ts';
import type { Screen } from './screen.ts';

const heights = { 1440: 900, 1920: 1080, 390: 844, 320: 640 };
export const widths = [1440, 1920, 390] as const;
export const themes = ['light', 'dark'] as const;
/** Enough for a busy machine. */
const timeoutMs = 20_000;
const problem = { status: 503, code: 'unavailable', title: 'Недоступно', detail: 'Сервис временно недоступен.' };

export interface Studio {
  context: BrowserContext;
  folder: string;
  url: string;
  ids: Ids;
  widths: (typeof widths)[number][];
}

/** Returns what went wrong, a line each. What could not be reached is photographed too: the picture shows why. */
export async function photograph(studio: Studio, screen: Screen): Promise<string[]> {
  const failures: string[] = [];
  const note = (width: number, what: unknown) =>
    failures.push(`${screen.name} at ${width}: ${String(what).split('\n', 1)[0]}`);
  // A phone has other controls and scrolls its tabs on loading; wide windows differ by their width alone.
  const isWide = (width: number) => width > 1000;
  const loads = [studio.widths.filter(isWide), studio.widths.filter((width) => !isWide(width))];
  for (const load of loads.filter(({ length }) => length > 0)) {
    const page = await studio.context.newPage();
    try {
      await page.setViewportSize(sizeOf(load[0] ?? 1440));
      await open(page, studio, screen).catch((error: unknown) => note(load[0] ?? 0, error));
      for (const width of load) {
        await page.setViewportSize(sizeOf(width));
        await shoot(page, path.join(studio.folder, `${screen.name}-${width}`), width);
        for (const narrow of width === 390 ? ([390, 320] as const) : [])
          for (const text of await cutTextsAt(page, narrow)) note(narrow, `cut: ${text.slice(0, 80)}`);
      }
    } catch (error) {
      note(load[0] ?? 0, error);
    }
    await studio.context.setOffline(false);
    await page.close();
  }
  return failures;
}

function sizeOf(width: keyof typeof heights): { width: number; height: number } {
  return { width, height: heights[width] };
}

/** Undefined tokens are a visitor's. */
export async function openContext(browser: Browser, url: string, tokens: string | undefined): Promise<BrowserContext> {
  const stored = tokens && { origin: url, localStorage: [{ name: 'tokens', value: tokens }] };
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    ...(stored && { storageState: { cookies: [], origins: [stored] } }),
  });
  context.setDefaultTimeout(timeoutMs);
  return context;
}

async function open(page: Page, { url, ids }: Studio, screen: Screen): Promise<void> {
  await breakCalls(page, screen);
  for (const [start, json] of Object.entries(screen.answers ?? {}))
    await page.route(`${url}${start}**`, (route) => route.fulfill({ json }));
  for (const [start, changed] of Object.entries(screen.changes ?? {}))
    await page.route(`${url}${start}**`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
    });
  await page.goto(url + screen.path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? ''));
  await page.getByRole('heading').first().waitFor();
  await settled(page);
  await screen.reach?.(page);
  // Nothing is under the pointer there.
  await page.mouse.move((page.viewportSize()?.width ?? 0) - 1, 0);
}

/** The profile and the session still answer: the frame around the page is there. */
async function breakCalls(page: Page, { calls, by }: Screen): Promise<void> {
  if (!calls) return;
  await page.route('**/api/**', (route) => {
    const isOfFrame = by !== 'visitor' && /\/api\/(profile$|auth|events|info)/.test(route.request().url());
    if (isOfFrame) return route.continue();
    if (calls === 'failed') return route.fulfill({ status: 503, json: problem });
  });
}

/** The window grows to the whole page, so that bars at its edges stay there; not behind a dialog, which covers a window. */
async function shoot(page: Page, file: string, width: keyof typeof heights): Promise<void> {
  for (const theme of themes) {
    // The cashier and the mailbox follow the system.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.evaluate((wanted) => document.documentElement.setAttribute('data-mantine-color-scheme', wanted), theme);
    const isCovered = (await page.getByRole('dialog').count()) > 0;
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const height = isCovered ? heights[width] : Math.max(heights[width], whole);
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${file}-${theme}.png`, animations: 'disabled' });
    await page.setViewportSize(sizeOf(width));
  }
}

async function cutTextsAt(page: Page, width: 390 | 320): Promise<string[]> {
  await page.setViewportSize(sizeOf(width));
  // A chart takes its new width a frame later.
  await settled(page);
  return [...(await page.evaluate(findOverflowing)), ...(await findCutTexts(page))];
}

/** Runs in the page. Returns the innermost element that makes the page wider than the window. */
function findOverflowing(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
  const last = [...document.body.querySelectorAll('*')].filter(isBeyond).at(-1);
  return [`wider than the window: ${last?.outerHTML ?? ''}`];
}
