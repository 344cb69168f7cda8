import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './harness/chromium.ts';
import { startDemo } from './harness/demo.ts';

/** Takes the screenshot for README: the demo's dashboard. */
const demo = await startDemo();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const localStorage = [{ name: 'tokens', value: demo.tokens }];
const page = await browser.newPage({
  viewport: { width: 1440, height: 960 },
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  storageState: { cookies: [], origins: [{ origin: demo.url, localStorage }] },
});
await page.goto(`${demo.url}/dashboard/${demo.company}?period=90d`);
await page.getByRole('button', { name: 'Таблицей' }).waitFor();
await page.screenshot({ path: path.join(import.meta.dirname, '../docs/dashboard.png') });
await browser.close();
await demo.stop();
