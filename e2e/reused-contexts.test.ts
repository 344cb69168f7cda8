import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile } from './harness/browser.ts';
import { sharedProduct } from './harness/product.ts';
import { putContextsBack } from './harness/reused-contexts.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

async function openBlank(): Promise<Page> {
  const stored = { origin: product.url, items: { planted: 'by the test' } };
  const page = await openPage({ stored, userAgent: 'like no other test' });
  await page.goto(`${product.url}/robots.txt`);
  return page;
}

/** What a test could find of an earlier one. */
async function tracesOn(page: Page) {
  const found = await page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    name: window.name,
    // A page that was opened by another one begins without a blank entry.
    hasHistory: history.length > 2,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-write' as PermissionName })).state,
    isOnline: navigator.onLine,
    hasRightTime: Math.abs(Date.now() - performance.timeOrigin) < 600_000,
    left: Object.keys(globalThis).filter((key) => key.endsWith('ByTest')),
    title: document.title,
  }));
  return { ...found, cookies: await page.context().cookies() };
}

test('the next test finds nothing of what a test left in its page, storage, cookies and permissions', async () => {
  const page = await openBlank();
  const context = page.context();
  const atFirst = await tracesOn(page);
  expect(atFirst).toMatchObject({ local: ['planted', 'stored-by-test'], left: [], databases: [], cookies: [] });

  await context.grantPermissions(['clipboard-write'], { origin: product.url });
  await context.addCookies([{ name: 'left', value: 'by test', url: product.url }]);
  await page.addInitScript(() => Object.assign(globalThis, { scriptByTest: true }));
  await page.exposeFunction('functionByTest', () => {});
  await page.route('**/robots.txt', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Left</title>' }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${product.url}/robots.txt?again`);
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(() => {
    localStorage.setItem('leftByTest', 'yes');
    sessionStorage.setItem('leftByTest', 'yes');
    window.name = 'left';
  });
  const tab = await context.newPage();
  await tab.goto(`${product.url}/robots.txt`);
  await tab.evaluate(() => localStorage.setItem('leftByTab', 'yes'));
  expect(await tracesOn(page)).toMatchObject({
    isDark: true,
    width: 390,
    name: 'left',
    title: 'Left',
    hasHistory: true,
  });
  await putContextsBack();

  const next = await openBlank();
  expect(next.context()).toBe(context);
  expect(await tracesOn(next)).toEqual(atFirst);
});

test('the next test that asks for permissions has them', async () => {
  const options = { permissions: ['clipboard-write'], userAgent: 'like no test but this' };
  for (const text of ['one', 'two']) {
    const page = await openPage(options);
    await page.goto(`${product.url}/robots.txt`);
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await putContextsBack();
  }
});

const lasting: [string, (page: Page) => Promise<unknown>][] = [
  ['set the clock', (page) => page.clock.setFixedTime(new Date('2031-01-01T12:00:00Z'))],
  ['cut the network', (page) => page.context().setOffline(true)],
  ['added a script', (page) => page.context().addInitScript(() => Object.assign(globalThis, { scriptByTest: true }))],
  ['exposed a function', (page) => page.context().exposeFunction('functionByTest', () => {})],
  ['answered requests', (page) => page.context().route('**/robots.txt', (route) => route.abort())],
  ['listened', async (page) => page.context().on('request', () => {})],
  [
    'made a database',
    (page) =>
      page.evaluate(
        () => new Promise((resolve) => Object.assign(indexedDB.open('left'), { onsuccess: () => resolve(0) })),
      ),
  ],
  ['made a cache', (page) => page.evaluate(() => caches.open('left').then(() => undefined))],
  ['opened another origin', (page) => page.goto(`${product.url.replace('localhost', '127.0.0.1')}/robots.txt`)],
];

test.each(lasting)('a context in which a test %s is not used by the next one', async (_change, change) => {
  const page = await openBlank();
  const atFirst = await tracesOn(page);
  await change(page);
  await putContextsBack();

  const next = await openBlank();
  expect(next.context()).not.toBe(page.context());
  expect(await tracesOn(next)).toEqual(atFirst);
});
