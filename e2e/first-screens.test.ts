import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile, expectPlace, mainHeading, pollTimeout } from './harness/browser.ts';
import { activeOrganization } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { createPerson, openSession, type Person, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();
let person: Person;
let tokens: Tokens;
let organizationId: string;

beforeAll(async () => {
  person = await createPerson(product);
  tokens = await openSession(product, person);
  organizationId = await activeOrganization(product, tokens);
  await topUp(product, tokens, { description: 'За первый месяц' });
});

/** Answers requests for code only when released. */
async function withholdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

describe("visitors' pages drawn before any code", () => {
  test.each([
    ['/', 'light', /деньги организации/],
    ['/auth/', 'light', 'Вход в кабинет'],
    ['/auth/', 'dark', 'Вход в кабинет'],
    ['/auth/?mode=register', 'light', 'Регистрация'],
    ['/auth/?mode=register', 'dark', 'Регистрация'],
  ] as const)('%s in the %s theme looks the same before and after its code comes', async (path, colorScheme, title) => {
    const page = await openPage({ colorScheme, reducedMotion: 'reduce' });
    const release = await withholdCode(page);
    await page.goto(product.url + path, { waitUntil: 'commit' });
    await mainHeading(page, title).waitFor();
    // Ready is also a page whose fonts have not begun to load, and the heading is there before the styles that name them.
    await page.waitForFunction(() => document.fonts.size > 0);
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())).then(() => undefined));
    expect(await page.locator('#prerendered').count()).toBe(1);
    const before = await page.screenshot({ animations: 'disabled' });
    release();
    await page.locator('#prerendered').waitFor({ state: 'detached' });
    const after = await page.screenshot({ animations: 'disabled' });
    expect(after.equals(before), `${path} looks different`).toBe(true);
  });

  test('a line that was drawn before the code comes is not drawn anew once it has come', async () => {
    const page = await openPage();
    const release = await withholdCode(page);
    await page.addInitScript(() => {
      addEventListener('animationend', () => Object.assign(globalThis, { isDrawn: true }));
      const offsetOfLine = () => {
        const [line] = document.querySelectorAll('[pathLength="1"]');
        return line && getComputedStyle(line).strokeDashoffset;
      };
      const observer = new MutationObserver(() => {
        if (!document.querySelector('#root > :not(#prerendered)')) return;
        observer.disconnect();
        requestAnimationFrame(() => Object.assign(globalThis, { offset: offsetOfLine() }));
      });
      observer.observe(document, { subtree: true, childList: true });
    });
    await page.goto(`${product.url}/auth/`, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'isDrawn' in globalThis);
    release();
    await page.waitForFunction(() => 'offset' in globalThis);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'offset'))).toBe('0px');
  });

  test('what is typed and submitted before the code comes is not lost', async () => {
    const page = await openPage();
    const release = await withholdCode(page);
    await page.goto(`${product.url}/auth/`, { waitUntil: 'commit' });
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Пароль').fill(person.password);
    await page.keyboard.press('Enter');
    await expectPlace(page, '/auth/');
    release();
    await mainHeading(page, /Здравствуйте/).waitFor();
  });

  test('a button pressed and a field focused before the code comes do what they should once it has come', async () => {
    const page = await openPage({ colorScheme: 'light' });
    const release = await withholdCode(page);
    await page.goto(`${product.url}/auth/`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Сменить тему' }).click();
    await page.getByLabel('E-mail').focus();
    release();
    const theme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await expect.poll(theme, pollTimeout).toBe('dark');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email');
  });

  test('a provider chosen before the code comes is visited once it has come, and the referral code is kept', async () => {
    const page = await openPage();
    const release = await withholdCode(page);
    const address = '/auth/?mode=register&referrerCode=ABCDEFGH';
    await page.goto(product.url + address, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Тестовый ID' }).click();
    await expectPlace(page, address);
    release();
    await mainHeading(page, 'Кто входит?').waitFor();
    const trip = () => page.evaluate(() => localStorage.getItem('external-trip'));
    expect(JSON.parse((await trip()) ?? '{}')).toMatchObject({ referrerCode: 'ABCDEFGH' });
  });

  test.each(['/', '/auth/'])('%s never shows a signed-in person the page of visitors', async (path) => {
    const page = await openPage(signedIn(product, tokens));
    const release = await withholdCode(page);
    await page.goto(product.url + path, { waitUntil: 'commit' });
    await page.locator('#prerendered').waitFor({ state: 'attached' });
    expect(await page.locator('#prerendered').isVisible()).toBe(false);
    await page.getByText('Загружаем').waitFor();
    release();
    await mainHeading(page, /Здравствуйте/).waitFor();
  });
});

test('the first calls of a page are made before its code comes, with the headers of every call', async () => {
  const page = await openPage(signedIn(product, tokens));
  const release = await withholdCode(page);
  const calls: { path: string; bearer: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push({ path: pathname, bearer: request.headers().authorization });
  });
  await page.goto(`${product.url}/payments/`, { waitUntil: 'commit' });
  const paths = () => calls.map(({ path }) => path);
  await expect.poll(paths, pollTimeout).toContain('/api/payments');
  expect(paths()).toEqual(expect.arrayContaining(['/api/profile', `/api/organizations/${organizationId}/balance`]));
  expect(new Set(calls.map(({ bearer }) => bearer))).toEqual(new Set([`Bearer ${tokens.accessToken}`]));
  release();
  await page.getByRole('main').getByText('За первый месяц').first().waitFor();
});

test.each([
  { path: '/payments/', calls: ['/api/payments?limit=25', '/api/payments/totals'], shows: 'За первый месяц' },
  { path: '/dashboard/{id}', calls: ['/api/dashboard/{id}?period=30d'], shows: 'Банковская карта' },
])(
  '$path, whose first answers came before its code, is drawn with them at once, without a skeleton',
  async ({ path, calls, shows }) => {
    const page = await openPage(signedIn(product, tokens));
    const release = await withholdCode(page);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('main [aria-busy="true"]')) Object.assign(globalThis, { wasBusy: true });
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    const addressOf = (place: string) => product.url + place.replace('{id}', organizationId);
    const answered = ['/api/profile', ...calls].map((call) => page.waitForResponse(addressOf(call)));
    await page.goto(addressOf(path), { waitUntil: 'commit' });
    await Promise.all(answered);
    release();
    await page.getByRole('main').getByText(shows).first().waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'wasBusy'))).toBeUndefined();
  },
);
