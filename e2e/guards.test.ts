import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile, expectPlace, expectToast, mainHeading, placeOf } from './harness/browser.ts';
import { operator } from './harness/operator.ts';
import { createPerson, fillSignIn, openSession, type Person, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const unknownId = '018f0000-0000-7000-8000-000000000000';

const { openPage } = browserForThisFile();
const product = sharedProduct();
let person: Person;
let tokens: Tokens;

beforeAll(async () => {
  person = await createPerson(product);
  tokens = await openSession(product, person);
});

const protectedPaths = [
  '/profile/',
  '/payments/',
  '/payments/create',
  `/payments/${unknownId}`,
  '/payments/success?paymentId=1&amount=100&currency=RUB',
  '/payments/error?paymentId=1&error=canceled&errorDescription=x',
  `/organization/${unknownId}`,
  `/organization/${unknownId}?tab=members`,
  `/dashboard/${unknownId}`,
  '/info/',
  '/info/terms',
  '/info/privacy',
  '/info/contacts',
  '/admin/',
  '/admin/users',
  '/admin/organizations',
  '/admin/keys',
  '/admin/webhooks',
  '/admin/api',
];

/** Path, redirect of a visitor, redirect of a signed-in person. */
const publicPaths = [
  ['/', '/', '/'],
  ['/auth', '/auth', '/'],
  ['/auth/', '/auth/', '/'],
  ['/auth/?mode=register', '/auth/?mode=register', '/'],
  ['/auth/reset-password?token=abc', '/auth/reset-password?token=abc', '/'],
  ['/auth/recovery', '/auth/recovery', '/'],
  ['/auth/success-registration', '/auth', '/'],
  ['/auth/verify?token=abc', '/auth/verify?token=abc', '/auth/verify?token=abc'],
] as const;

/** Guards may redirect twice, so the URL is checked after the page has rendered. */
async function open(page: Page, path: string): Promise<string> {
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return placeOf(page);
}

test('every public route redirects visitors and signed-in people as specified', async () => {
  const visitor = await openPage();
  const member = await openPage(signedIn(product, tokens));
  const found = [];
  for (const [path] of publicPaths) found.push([path, await open(visitor, path), await open(member, path)]);
  expect(found).toEqual(publicPaths);
});

test('every protected route redirects visitors to sign-in', async () => {
  const visitor = await openPage();
  const found = [];
  for (const path of protectedPaths) found.push([path, await open(visitor, path)]);
  expect(found).toEqual(protectedPaths.map((path) => [path, '/auth']));
});

test('every protected route opens for signed-in staff, with or without a trailing slash', async () => {
  const page = await openPage(signedIn(product, await openSession(product, operator)));
  for (const path of protectedPaths) {
    for (const variant of path.endsWith('/') ? [path, path.slice(0, -1)] : [path]) {
      expect(await open(page, variant)).toBe(variant);
      const isThere = (await mainHeading(page, /Not Found|Something went wrong/).count()) === 0;
      // The id is unknown, but the route must still match.
      expect(isThere || path.includes(unknownId), variant).toBe(true);
    }
  }
});

test('the admin area is not found for everybody but staff', async () => {
  const page = await openPage(signedIn(product, tokens));
  for (const path of [
    '/admin',
    '/admin/users',
    '/admin/organizations',
    '/admin/keys',
    '/admin/webhooks',
    '/admin/api',
  ]) {
    expect(await open(page, path)).toBe(path);
    await mainHeading(page, 'Not Found').waitFor();
  }
});

describe('return after sign-in', () => {
  test.each(['/info/contacts', '/payments/success?paymentId=007&amount=null&currency=RUB'])(
    'sign-in returns to %s',
    async (path) => {
      const page = await openPage();
      await page.goto(product.url + path);
      await expectPlace(page, '/auth');
      await page.getByRole('link', { name: 'Регистрация' }).click();
      await page.getByRole('link', { name: 'Вход', exact: true }).click();
      await page.reload();
      await fillSignIn(page, person);
      await page.getByRole('complementary', { name: 'Боковая панель' }).waitFor();
      await expectPlace(page, path);
    },
  );

  test('sign-in without a return path opens the start page', async () => {
    const page = await openPage();
    await page.goto(`${product.url}/auth`);
    await fillSignIn(page, person);
    await mainHeading(page, new RegExp(person.name)).waitFor();
    await expectPlace(page, '/');
  });

  test('staff who sign in without a return path open the desk, and their start page stays a link away', async () => {
    const page = await openPage();
    await page.goto(`${product.url}/auth`);
    await fillSignIn(page, operator);
    await mainHeading(page, 'Администрирование').waitFor();
    await expectPlace(page, /^\/admin\/?$/);
    const panel = page.getByRole('complementary', { name: 'Боковая панель' });
    await panel.getByRole('navigation', { name: 'Администрирование' }).waitFor();
    expect(await panel.getByRole('link', { name: 'Пополнить' }).count()).toBe(0);
    await panel.getByRole('link', { name: 'Мой кабинет' }).click();
    await mainHeading(page, /^Здравствуйте/).waitFor();
    await panel.getByRole('link', { name: 'Пополнить' }).waitFor();
    await expectPlace(page, '/');
  });

  test('sign-in returns staff to the page that they asked for', async () => {
    const page = await openPage();
    await page.goto(`${product.url}/info/contacts`);
    await expectPlace(page, '/auth');
    await fillSignIn(page, operator);
    await page.getByRole('complementary', { name: 'Боковая панель' }).waitFor();
    await expectPlace(page, '/info/contacts');
  });
});

describe('search parameters of auth pages', () => {
  test('the mode parameter selects the auth form, and an invalid one is dropped', async () => {
    const page = await openPage();
    await open(page, '/auth/?mode=register');
    await mainHeading(page, 'Регистрация').waitFor();
    await open(page, '/auth/?mode=signin');
    await mainHeading(page, 'Вход в кабинет').waitFor();
    await open(page, '/auth/?mode=admin');
    await mainHeading(page, 'Вход в кабинет').waitFor();
    await expectPlace(page, /^\/auth\/?$/);
  });

  test('a referral code stays a string from form to form', async () => {
    const page = await openPage();
    for (const code of ['007', 'true', 'null', '1e3', '{"a":1}']) {
      await open(page, `/auth/?mode=register&referrerCode=${encodeURIComponent(code)}`);
      await expect.poll(() => page.getByLabel('Реферальный код').inputValue()).toBe(code);
      await page.getByRole('link', { name: 'Вход', exact: true }).click();
      await page.getByRole('link', { name: 'Регистрация' }).click();
      expect(await page.getByLabel('Реферальный код').inputValue()).toBe(code);
    }
  });

  test.each(['/auth/verify', '/auth/verify?token='])(
    '%s without a token redirects to sign-in with a toast',
    async (path) => {
      const page = await openPage();
      await page.goto(product.url + path);
      await expectToast(page, 'Отсутствует код верификации');
      await expectPlace(page, '/auth');
      expect(await page.getByText('Отсутствует код верификации').count()).toBe(1);
    },
  );

  test('a numeric token stays a string', async () => {
    const page = await openPage();
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/auth/verify*'),
      page.goto(`${product.url}/auth/verify?token=007`),
    ]);
    expect(new URL(sent.url()).searchParams.get('token')).toBe('007');
    await mainHeading(page, 'Ссылка не действует').waitFor();
  });

  test('the reset page without a token offers a new link', async () => {
    const page = await openPage();
    await page.goto(`${product.url}/auth/reset-password`);
    await mainHeading(page, 'Ссылка не действует').waitFor();
    await page.getByRole('link', { name: 'Запросить ссылку' }).click();
    await expectPlace(page, '/auth/recovery');
  });
});
