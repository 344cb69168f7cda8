import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile, expectPlace, mainHeading, pollTimeout } from './harness/browser.ts';
import { createPerson, openSession, type Person, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile({ isCold: true });
const product = sharedProduct();
let person: Person;

beforeAll(async () => {
  person = await createPerson(product);
});

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.tagName || '');
}

describe('with the keyboard alone', () => {
  test('a person signs in and out with the keyboard alone', async () => {
    const page = await openPage();
    await page.goto(`${product.url}/auth`);
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await mainHeading(page, new RegExp(person.name)).waitFor();
    await page.getByRole('button', { name: person.email }).press('Enter');
    await page.getByRole('button', { name: 'Выйти' }).press('Enter');
    await expectPlace(page, '/auth');
  });

  test('the first Tab offers to skip the panel', async () => {
    const page = await openPage(signedIn(product, await openSession(product, person)));
    await page.goto(`${product.url}/info`);
    await mainHeading(page, 'Информация').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Перейти к содержимому');
    expect(await page.getByText('Перейти к содержимому').boundingBox()).toMatchObject({ x: expect.any(Number) });
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('navigation moves the focus to the heading', async () => {
    const page = await openPage(signedIn(product, await openSession(product, person)));
    await page.goto(product.url);
    // Links have the same text, so the heading itself is checked.
    const focusedHeading = (name: string) => mainHeading(page, name).and(page.locator(':focus'));
    for (const name of ['Информация', 'Контакты']) {
      await page.getByRole('link', { name }).last().press('Enter');
      await focusedHeading(name).waitFor();
    }
    await page.goBack();
    await focusedHeading('Информация').waitFor();
  });

  test('an invalid form moves the focus to its first error', async () => {
    const page = await openPage();
    await page.goto(`${product.url}/auth?mode=register`);
    await page.getByLabel('E-mail').fill('не адрес');
    await page.getByLabel('E-mail').press('Enter');
    await page.getByText('Пожалуйста, введите имя').waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('не адрес');
  });
});

describe('the theme', () => {
  const colours = { light: 'rgb(245, 245, 245)', dark: 'rgb(20, 20, 20)' };

  test.each([
    { stored: 'dark', system: 'light', shown: 'dark' },
    { stored: 'light', system: 'dark', shown: 'light' },
    { stored: undefined, system: 'dark', shown: 'dark' },
    { stored: undefined, system: 'light', shown: 'light' },
  ] as const)('stored $stored, system $system: $shown from the first frame on', async ({ stored, system, shown }) => {
    const items: Record<string, string> = stored ? { 'theme-mode': stored } : {};
    const page = await openPage({ colorScheme: system, stored: { origin: product.url, items } });
    await page.addInitScript(recordBackgrounds);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(product.url, { waitUntil: 'commit' });
    // The colour must be right before any script has loaded.
    await expect.poll(() => backgrounds(page), pollTimeout).toEqual([colours[shown]]);
    release();
    await mainHeading(page, /деньги организации/).waitFor();
    expect(await backgrounds(page)).toEqual([colours[shown]]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(colours[shown]);
  });

  test('the primary button has the specified colour', async () => {
    const page = await openPage({ colorScheme: 'light' });
    await page.goto(product.url);
    const button = page.getByRole('link', { name: 'Зарегистрироваться' });
    const background = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    // The code replaces the element that came with the HTML.
    await expect.poll(background, pollTimeout).toBe('rgb(2, 123, 243)');
    await page.getByRole('button', { name: 'Сменить тему' }).click();
    await expect.poll(background, pollTimeout).toBe('rgb(77, 166, 255)');
  });

  test('switching the theme has no colour transitions', async () => {
    const page = await openPage({ colorScheme: 'light' });
    await page.goto(`${product.url}/auth`);
    await mainHeading(page, 'Вход в кабинет').waitFor();
    await page.getByRole('button', { name: 'Сменить тему' }).focus();
    await page.evaluate(() => {
      addEventListener('transitionrun', () => document.body.setAttribute('data-faded', ''), true);
    });
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]:not([data-theme-changing])').waitFor();
    expect(await page.locator('[data-faded]').count()).toBe(0);
  });
});

/** Records every background colour of the page, frame by frame. */
function recordBackgrounds(): void {
  const seen = new Set<string>();
  Object.assign(window, { seenBackgrounds: seen });
  const look = () => {
    if (document.body) {
      const own = getComputedStyle(document.body).backgroundColor;
      seen.add(own === 'rgba(0, 0, 0, 0)' ? getComputedStyle(document.documentElement).backgroundColor : own);
    }
    requestAnimationFrame(look);
  };
  look();
}

function backgrounds(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as { seenBackgrounds: Set<string> }).seenBackgrounds]);
}

test.each(['/info/terms', '/'])('%s keeps its scroll position after a reload', async (path) => {
  const page = await openPage({
    ...signedIn(product, await openSession(product, person)),
    viewport: { width: 390, height: 500 },
  });
  await page.goto(product.url + path);
  const top = () => page.evaluate(() => scrollY);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), pollTimeout).toBeGreaterThan(900);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage)), pollTimeout).toContain('400');
  await page.reload();
  await expect.poll(top, pollTimeout).toBe(400);
});
