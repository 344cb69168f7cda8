import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserForThisFile,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { goTo } from './harness/go-to.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();
let tokens: Tokens;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
});

test('an unknown path shows Not Found with a link to everybody', async () => {
  for (const options of [{}, signedIn(product, tokens)]) {
    const page = await openPage(options);
    for (const path of ['/nowhere', '/nowhere/', '/auth/nowhere', '/payments/a/b', '/info/nowhere']) {
      await page.goto(product.url + path);
      await mainHeading(page, 'Not Found').waitFor();
      await expect.poll(() => page.title(), pollTimeout).toBe('Страница не найдена — Казна');
    }
    await page.getByRole('link', { name: 'На главную' }).click();
    await expectPlace(page, '/');
  }
});

test('a broken page shows Something went wrong! with details, and the rest of the cabinet stays', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.route('**/api/info', (route) => route.fulfill({ json: { operator: null, documents: [] } }));
  await page.goto(`${product.url}/info/contacts`);
  await mainHeading(page, 'Something went wrong!').waitFor();
  const error = page.getByText(/Cannot read properties of null/);
  expect(await error.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Показать ошибку' }).click();
  await error.waitFor();
  await page.getByRole('button', { name: 'Скрыть ошибку' }).click();
  await error.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Главная' }).click();
  await mainHeading(page, /Здравствуйте/).waitFor();
});

describe('pages that fail to load', () => {
  test.each(['js', 'css'])('a page whose %s fails to load is reloaded once and then opens', async (kind) => {
    const pattern = await ownFiles(kind);
    const page = await openPage(signedIn(product, tokens));
    await page.goto(product.url);
    await mainHeading(page, /Здравствуйте/).waitFor();
    const loads = countLoads(page);
    let isReloading = false;
    page.on('request', (request) => {
      isReloading ||= request.isNavigationRequest();
    });
    // Every request until the reload: a preload that fails is followed by another request for the same file.
    await page.route(pattern, (route) => (isReloading ? route.continue() : route.abort()));
    await goTo(page, '/info/contacts');
    await mainHeading(page, 'Контакты').waitFor();
    await page.getByRole('link', { name: /@/ }).waitFor();
    await expectPlace(page, '/info/contacts');
    expect(loads()).toBe(1);
  });

  test('a page that cannot be loaded offline shows the error view and opens once online', async () => {
    const page = await openPage(signedIn(product, tokens));
    await page.goto(product.url);
    await mainHeading(page, /Здравствуйте/).waitFor();
    const loads = countLoads(page);
    await page.context().setOffline(true);
    await goTo(page, '/info/contacts');
    await mainHeading(page, 'Something went wrong!').waitFor();
    expect(loads()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Обновить страницу' }).click();
    await page.getByRole('link', { name: /@/ }).waitFor();
  });

  test('a page that cannot be loaded is reloaded once, not in a loop, and shows the error view', async () => {
    const pattern = await ownFiles('js');
    const page = await openPage(signedIn(product, tokens));
    await page.goto(product.url);
    await mainHeading(page, /Здравствуйте/).waitFor();
    const loads = countLoads(page);
    await page.route(pattern, (route) => route.abort());
    await goTo(page, '/info/contacts');
    await mainHeading(page, 'Something went wrong!').waitFor();
    expect(loads()).toBe(1);

    await page.unroute(pattern);
    await page.getByRole('button', { name: 'Обновить страницу' }).click();
    await page.getByRole('link', { name: /@/ }).waitFor();
  });
});

describe('a lost network', () => {
  const strip = (page: Page) => page.getByRole('status').getByText('Нет связи.');

  test('without a network the loaded page stays under a strip that says so, until the network is back', async () => {
    const page = await openPage(signedIn(product, tokens));
    await page.goto(`${product.url}/info/contacts`);
    await page.getByRole('link', { name: /@/ }).waitFor();
    expect(await strip(page).count()).toBe(0);
    await page.context().setOffline(true);
    await strip(page).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: /@/ }).isVisible()).toBe(true);
    await expectNoViolations(page);
    await page.context().setOffline(false);
    await strip(page).waitFor({ state: 'hidden' });
  });

  test('a page opened without a network shows that it did not load instead of an endless skeleton, and loads once online', async () => {
    const page = await openPage(signedIn(product, tokens));
    const unknown = (digit: number) => `/payments/0190aaaa-0000-7000-8000-00000000000${digit}`;
    await page.goto(product.url + unknown(1));
    await page.getByText('Платёж не найден').first().waitFor();
    await page.context().setOffline(true);
    await goTo(page, unknown(2));
    await page.getByRole('alert').getByText('Платёж не загрузился').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Платёж не найден').first().waitFor();
  });
});

describe('lazy dialogs offline', () => {
  const button = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
  test.each([
    { of: 'a password', path: '/profile', open: button('Сменить пароль') },
    { of: 'a command', path: '/profile', open: (page: Page) => page.keyboard.press('Control+k') },
    { of: 'a phone menu', path: '/profile', open: button('Ещё'), width: 390 },
    { of: 'a legal text', path: '/auth?mode=register', open: button('Текст оферты') },
  ])(
    '$of dialog that cannot load offline shows a toast, keeps the form and opens once online',
    async ({ path, open, width = 1440 }) => {
      const page = await openPage(path === '/profile' ? signedIn(product, tokens) : {});
      await page.setViewportSize({ width, height: 900 });
      await page.goto(product.url + path);
      await page.getByLabel('Имя').fill('Набранное имя');
      const loads = countLoads(page);
      await page.context().setOffline(true);
      await open(page);
      await expectToast(page, 'Окно не открылось');
      await page.context().setOffline(false);
      await open(page);
      await page.getByRole('dialog').waitFor();
      expect(await page.getByLabel('Имя').inputValue()).toBe('Набранное имя');
      expect(loads()).toBe(0);
    },
  );
});

let contactsFiles: Set<string> | undefined;

/** Files that only the page of contacts loads; their names change with every build. */
async function ownFiles(kind: string): Promise<RegExp> {
  contactsFiles ??= await findOwnFiles('/info/contacts');
  const own = [...contactsFiles].filter((name) => name.endsWith(`.${kind}`));
  expect(own.length, `files of ${kind} that only contacts load`).toBeGreaterThan(0);
  return new RegExp(own.map((file) => RegExp.escape(file)).join('|'));
}

async function findOwnFiles(path: string): Promise<Set<string>> {
  const page = await openPage(signedIn(product, tokens));
  const ofOthers = (await filesOf(page, '/')).union(await filesOf(page, '/profile'));
  return (await filesOf(page, path)).difference(ofOthers);
}

async function filesOf(page: Page, path: string): Promise<Set<string>> {
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('@example.ru').first().waitFor();
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return new Set(names.map((name) => new URL(name).pathname));
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}
