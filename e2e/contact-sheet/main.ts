import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../harness/chromium.ts';
import { startDemo } from '../harness/demo.ts';
import { findIds, type Ids, signInActors } from './actors.ts';
import { contactSheet } from './contact-sheet.ts';
import { settled } from './reach.ts';
import { type Screen, screens } from './screens.ts';

/**
 * Photographs every screen of the demo in both themes and three widths and puts the pictures on one page.
 * `npm run screens -- --only admin --width 390` takes those whose name has the word, at one width.
 */
const { values: options } = parseArgs({ options: { only: { type: 'string' }, width: { type: 'string' } } });
const folder = path.join(import.meta.dirname, '../../var/screens');
const sizes = { 1440: 900, 1920: 1080, 390: 844 };
const themes = ['light', 'dark'] as const;
/** Enough for a busy machine. */
const timeoutMs = 20_000;
const problem = { status: 503, code: 'unavailable', title: 'Недоступно', detail: 'Сервис временно недоступен.' };

const widths = Object.entries(sizes).filter(([width]) => !options.width || width === options.width);
const chosen = screens.filter(({ name }) => name.includes(options.only ?? ''));
const failures: string[] = [];

if (!options.only) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  const currentSessions = await signInActors(demo);
  const ids = await findIds(demo, await currentSessions());
  for (const screen of chosen) {
    for (const [width, height] of widths) {
      const tokens = screen.by === 'visitor' ? undefined : (await currentSessions())[screen.by];
      await photograph(browser, screen, { tokens, ids, width: +width, height });
    }
    console.log(screen.name);
  }
} finally {
  await browser.close();
  await demo.stop();
}
await writeFile(
  path.join(folder, 'index.html'),
  contactSheet(
    chosen,
    widths.map(([width]) => width),
    themes,
  ),
);
console.log(`\n${path.relative(process.cwd(), path.join(folder, 'index.html'))}`);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

interface Look {
  tokens: string | undefined;
  ids: Ids;
  width: number;
  height: number;
}

/** A context of its own for every picture: an open drawer or a lost network stays with its screen. */
async function photograph(from: Browser, screen: Screen, { tokens, ids, width, height }: Look): Promise<void> {
  const context = await from.newContext({
    viewport: { width, height },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    ...(tokens && { storageState: { cookies: [], origins: [{ origin: demo.url, localStorage: [stored(tokens)] }] } }),
  });
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  try {
    await breakCalls(context, screen);
    await page.goto(demo.url + screen.path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? ''));
    await page.getByRole('heading').first().waitFor();
    await settled(page);
    await screen.reach?.(page);
  } catch (error) {
    note(screen, width, error);
  }
  // What could not be reached is photographed too: the picture tells why.
  try {
    for (const theme of themes) await shoot(page, { name: `${screen.name}-${width}-${theme}`, theme, height });
  } catch (error) {
    note(screen, width, error);
  }
  await context.close();
}

/** The profile and the session still answer: the frame around the page is there. */
async function breakCalls(context: BrowserContext, { calls, by }: Screen): Promise<void> {
  if (!calls) return;
  await context.route('**/api/**', (route) => {
    const isOfFrame = by !== 'visitor' && /\/api\/(profile$|auth|events|info)/.test(route.request().url());
    if (isOfFrame) return route.continue();
    if (calls === 'failed') return route.fulfill({ status: 503, json: problem });
  });
}

interface Picture {
  name: string;
  theme: 'light' | 'dark';
  height: number;
}

/** The window grows to the whole page, so that bars at its edges stay there; not behind a dialog, which covers a window. */
async function shoot(page: Page, { name, theme, height }: Picture): Promise<void> {
  // The cashier and the mailbox follow the system.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate((wanted) => document.documentElement.setAttribute('data-mantine-color-scheme', wanted), theme);
  const isCovered = (await page.getByRole('dialog').count()) > 0;
  const width = page.viewportSize()?.width ?? 0;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: isCovered ? height : Math.max(height, whole) });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
  await page.setViewportSize({ width, height });
}

function note({ name }: Screen, width: number, error: unknown): void {
  failures.push(`${name} at ${width}: ${String(error).split('\n', 1)[0]}`);
}

function stored(tokens: string): { name: string; value: string } {
  return { name: 'tokens', value: tokens };
}
