import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, mainHeading, pollTimeout } from './harness/browser.ts';
import { openCompany, switchTo } from './harness/calls.ts';
import { startPayment, topUp } from './harness/checkout.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, newPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffSession } from './harness/staff.ts';
import { untilSettled, watchPlaces } from './harness/watch-places.ts';

const { openPage } = browserForThisFile({ hasMotion: true });
let product: Product;
// Announcements of other files would stand above the headings.
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

// As high as staff's panel, which would scroll to what is pressed.
const desktop = { width: 1440, height: 1100 };
const phone = { width: 390, height: 844 };

async function openCabinet(viewport: typeof desktop): Promise<{ page: Page; organizationId: string }> {
  const first = await openSession(product, await createPerson(product, newPerson('Анна')));
  const organizationId = await openCompany(product, first, 'ООО «Лютик»');
  const tokens = await switchTo(product, first, organizationId);
  await topUp(product, tokens, { description: 'За первый месяц' });
  await startPayment(product, tokens, { amountMinor: 70_000 });
  return { page: await openPage({ ...signedIn(product, tokens), viewport }), organizationId };
}

const sections = [
  '/',
  '/services/',
  '/operations/',
  '/operations/?kind=charge',
  '/payments/',
  '/payments/?status=waiting',
  '/payments/?status=transfers',
  '/payments/create',
  '/dashboard/{id}',
  '/documents/',
  '/organization/{id}',
  '/organization/{id}?tab=members',
  '/organization/{id}?tab=invitations',
  '/organization/{id}?tab=requisites',
  '/organization/{id}?tab=cards',
  '/organization/{id}?tab=log',
  '/requests/',
  '/notifications/',
  '/profile/',
  '/info/',
];

test('panel, headings, tabs and contents of all sections of a customer stand at one place each, loading or loaded', async () => {
  const { page, organizationId } = await openCabinet(desktop);
  const places = await watchPlaces(page);
  for (const path of sections) {
    await page.goto(product.url + path.replace('{id}', organizationId));
    await untilSettled(page);
  }
  for (const link of await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').all()) {
    await link.click();
    await expect.poll(() => link.getAttribute('aria-current'), pollTimeout).toBe('page');
    await untilSettled(page);
  }
  places.expectOnePlaceEach(['panel', 'heading', 'content', 'control «Главная»', 'control «Пополнить»']);
});

const desk = [
  'announcements',
  'help',
  'users',
  'organizations',
  'payments',
  'refunds',
  'statements',
  'unidentified',
  'bank-returns',
  'revenue',
  'services',
  'subscriptions',
  'documents',
  'requests',
  'business',
  'keys',
  'webhooks',
  'api',
];

test("panel, headings, tabs and contents of all of staff's sections stand at one place each, loading or loaded", async () => {
  const page = await openPage({ ...signedIn(product, await openStaffSession(product)), viewport: desktop });
  const places = await watchPlaces(page);
  await page.goto(`${product.url}/admin`);
  await untilSettled(page);
  for (const section of desk) {
    await page.goto(`${product.url}/admin/${section}`);
    await untilSettled(page);
  }
  for (const link of await page.getByRole('navigation', { name: 'Администрирование' }).getByRole('link').all()) {
    await link.click();
    await expect.poll(() => link.getAttribute('aria-current'), pollTimeout).toBe('page');
    await untilSettled(page);
  }
  places.expectOnePlaceEach(['panel', 'heading', 'content', 'control «Выписки»']);
});

test('header and bottom bar of a phone, and the headings between them, stand at one place each in all sections', async () => {
  const { page, organizationId } = await openCabinet(phone);
  const places = await watchPlaces(page);
  for (const path of sections) {
    await page.goto(product.url + path.replace('{id}', organizationId));
    await untilSettled(page);
  }
  places.expectOnePlaceEach(['heading', 'control «Операции»', 'control «Пополнить»', 'control «Ещё»']);
});

test('the form of sign-in and that of registration begin at one place', async () => {
  const page = await openPage({ viewport: desktop });
  const titleOf = async (name: string) => (await mainHeading(page, name).boundingBox()) as { x: number; y: number };
  await page.goto(`${product.url}/auth/?mode=signin`);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await page.locator('#prerendered').waitFor({ state: 'detached' });
  const { x, y } = await titleOf('Вход в кабинет');
  await page.goto(`${product.url}/auth/?mode=register`);
  await mainHeading(page, 'Регистрация').waitFor();
  await page.locator('#prerendered').waitFor({ state: 'detached' });
  expect(await titleOf('Регистрация')).toMatchObject({ x, y });
});

test('a page that scrolls is as wide as one that does not', async () => {
  const { page } = await openCabinet(desktop);
  await page.goto(`${product.url}/documents/`);
  await untilSettled(page);
  const gutter = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter);
  expect(await gutter()).toBe('stable');
});

test('gaps between the fields of a form are equal, with a hint and without', async () => {
  const { page, organizationId } = await openCabinet(desktop);
  await page.goto(`${product.url}/organization/${organizationId}?tab=requisites`);
  await page.getByRole('button', { name: 'Изменить' }).first().click();
  await page.getByRole('main').getByRole('textbox').first().waitFor();
  const gaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main form .mantine-InputWrapper-root')].map((field) => ({
      parent: field.parentElement,
      top: field.firstElementChild?.getBoundingClientRect().top ?? 0,
      end: field.lastElementChild?.getBoundingClientRect().bottom ?? 0,
      next: field.nextElementSibling,
    }));
    return boxes.flatMap(({ end, next }) => {
      const top = next?.matches('.mantine-InputWrapper-root') && next.firstElementChild?.getBoundingClientRect().top;
      return top && top > end ? [Math.round(top - end)] : [];
    });
  });
  expect(gaps.length).toBeGreaterThan(2);
  expect(Math.max(...gaps) - Math.min(...gaps), gaps.join(', ')).toBeLessThanOrEqual(1);
});
