import type { Page, Request, Response } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile, pollTimeout } from './harness/browser.ts';
import { activeOrganization } from './harness/calls.ts';
import { expectBalance, topUp } from './harness/checkout.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { watchRequests } from './harness/quiet.ts';

const budgets = [
  { path: '/auth', maxKiB: 140, maxRequests: 8 },
  { path: '/', maxKiB: 140, maxRequests: 8 },
  { path: '/profile/', maxKiB: 190, shows: 'Реферальная ссылка' },
  { path: '/payments/', maxKiB: 190, maxRequests: 18, shows: 'За первый месяц' },
  { path: '/operations/', maxKiB: 190, shows: 'За первый месяц' },
  { path: '/organization/{id}', maxKiB: 190, shows: 'Об организации' },
  { path: '/dashboard/{id}', maxKiB: 220, shows: 'Бюджет на месяц' },
];

declare global {
  /** Calls started before the page's code came and not taken yet. */
  var earlyCalls: Map<string, unknown> | undefined;
}

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();
let tokens: Tokens;
let organizationId: string;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
  organizationId = await activeOrganization(product, tokens);
  await topUp(product, tokens, { description: 'За первый месяц' });
});

describe.each(budgets)('$path', ({ path, maxKiB, maxRequests = 20, shows }) => {
  test(`opened cold transfers at most ${maxKiB} KiB of code and styles in ${maxRequests} requests, none of them twice`, async () => {
    const page = await openPage(shows ? signedIn(product, tokens) : {});
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await leaveEventsUnanswered(page);
    const { untilQuiet } = watchRequests(page);
    await page.goto(product.url + path.replace('{id}', organizationId));
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (shows) await untilShown(page, shows);
    await untilQuiet();

    const code = responses.filter((response) => /javascript|css/.test(response.headers()['content-type'] ?? ''));
    const bytes = await Promise.all(code.map(async (response) => (await response.request().sizes()).responseBodySize));
    const totalKiB = bytes.reduce((sum, size) => sum + size, 0) / 1024;
    const addresses = requests.map((request) => request.url()).filter((url) => url.startsWith(product.url));
    console.log(`${path}: ${totalKiB.toFixed(1)} of ${maxKiB} KiB, ${addresses.length} of ${maxRequests} requests`);

    expect(code.length).toBeGreaterThan(0);
    // Tiny files may stay uncompressed.
    const plain = code.filter(
      (response, at) => (bytes[at] ?? 0) > 1024 && response.headers()['content-encoding'] !== 'br',
    );
    expect(plain.map((response) => response.url())).toEqual([]);
    expect(totalKiB).toBeLessThanOrEqual(maxKiB);
    expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(maxRequests);
    expect(addresses.filter((url, at) => addresses.indexOf(url) !== at)).toEqual([]);
    const unused = await page.evaluate(() => [...(globalThis.earlyCalls?.keys() ?? [])]);
    expect(unused, 'calls started early that the page did not make').toEqual([]);
  });
});

test('the font takes at most 60 KiB and is cached for good', async () => {
  const page = await openPage();
  const fonts: Response[] = [];
  page.on('response', (response) => {
    if (response.headers()['content-type'] === 'font/woff2') fonts.push(response);
  });
  await page.goto(`${product.url}/auth`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => document.fonts.check('15px Onest', 'Вход 1 ₽')), pollTimeout).toBe(true);
  const bytes = await Promise.all(fonts.map(async (font) => (await font.request().sizes()).responseBodySize));
  const totalKiB = bytes.reduce((sum, size) => sum + size, 0) / 1024;
  console.log(`font: ${totalKiB.toFixed(1)} of 60 KiB in ${fonts.length} files`);
  expect(fonts).toHaveLength(2);
  expect(totalKiB).toBeLessThanOrEqual(60);
  for (const font of fonts) expect(font.headers()['cache-control']).toContain('immutable');
});

/**
 * The stream repeats what was announced in the last seconds, and the page asks for that again. A route of Playwright
 * would switch off the browser's cache.
 */
async function leaveEventsUnanswered(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/events*' }] });
}

async function untilShown(page: Page, text: string): Promise<void> {
  await page.getByRole('main').getByText(text).first().waitFor();
  await expectBalance(page, '1 000,00 ₽');
}
