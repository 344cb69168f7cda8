import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, expectGood, mainHeading } from './harness/browser.ts';
import { openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { maxShift, readShifts, sumOf, untilDrawn, watchShifts } from './harness/layout-shift.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

test('a new owner is led by first steps, which tick what is true and never come back once taken away', async () => {
  const person = await createPerson(product);
  let tokens = await openSession(product, person);
  tokens = await switchTo(product, tokens, await openCompany(product, tokens));
  const page = await openPage(signedIn(product, tokens));
  await watchShifts(page);
  await page.goto(product.url);
  const steps = page.getByRole('region', { name: 'С чего начать' });
  await steps.getByText('Сделано 0 из 4').waitFor();
  await untilDrawn(page);
  expect(sumOf(await readShifts(page))).toBeLessThanOrEqual(maxShift);
  await expectGood(page, 'first-steps');
  await topUp(product, tokens, {});
  await page.reload();
  await steps.getByText('Сделано 1 из 4').waitFor();
  await steps.getByText('Пополните баланс: сделано').waitFor();
  await expectGood(page, 'first-steps-ticked');
  await steps.getByRole('link', { name: /Пригласите коллегу/ }).click();
  await page.waitForURL(/tab=invitations/);
  await page.goto(product.url);
  await steps.getByRole('button', { name: 'Больше не показывать' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('main').getByRole('region', { name: 'Операции' }).waitFor();
  expect(await steps.count()).toBe(0);
});

test('a new administrator sees what to prepare, and the check of the configuration says how', async () => {
  const page = await openStaffPage(openPage, product, '/admin');
  await mainHeading(page, 'Администрирование').waitFor();
  const steps = page.getByRole('region', { name: 'Подготовка к работе' });
  await steps.getByText('Сделано 0 из 6').waitFor();
  const topOf = async (region: Locator) => (await region.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(page.getByRole('region', { name: 'Нужно решение' }))).toBeLessThan(await topOf(steps));
  const check = page.getByRole('region', { name: 'Проверка настройки' });
  await check.getByText('Платежи принимает тестовая касса: деньги ненастоящие').waitFor();
  await check.getByText('YOOKASSA_SHOP_ID').waitFor();
  await check.getByText(/В порядке: \d+/).click();
  await check.getByText('Часы сервера и базы идут вместе').waitFor();
  await expectGood(page, 'configuration');
  await steps.getByRole('link', { name: /Укажите, кто продаёт/ }).click();
  await mainHeading(page, 'Реквизиты').waitFor();
  await page.goBack();
  await steps.getByRole('button', { name: 'Больше не показывать' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await check.waitFor();
  expect(await steps.count()).toBe(0);
});
