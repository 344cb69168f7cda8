import { beforeAll, expect, test } from 'vitest';
import { browserForThisFile, expectNoViolations, expectPlace, mainHeading, pollTimeout } from './harness/browser.ts';
import { startPayment, topUp } from './harness/checkout.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();
let tokens: Tokens;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
  await topUp(product, tokens, { description: 'За первый месяц' });
  await startPayment(product, tokens, { amountMinor: 70_000 });
});

test('the start page shows the balance once, the unfinished payment and the last operations', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  const main = page.getByRole('main');
  await main.getByRole('region', { name: 'Требует внимания' }).getByText('Платёж на 700,00 ₽ ждёт оплаты').waitFor();
  await main.getByRole('region', { name: 'Операции' }).getByText('За первый месяц').waitFor();
  expect(await page.getByRole('region', { name: 'Баланс организации' }).count()).toBe(1);
  await expectNoViolations(page);
});

test('arrow keys walk the chart of the start page and Enter opens the operations of the day', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  const day = page.getByRole('link', { name: /поступило 1 000,00 ₽/ });
  await day.focus();
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(label, pollTimeout).toMatch(/деньги не двигались/);
  await page.keyboard.press('End');
  await expect.poll(label, pollTimeout).toMatch(/поступило/);
  await page.keyboard.press('Enter');
  await expectPlace(page, /^\/operations\/?\?/);
  await page.getByRole('main').getByText('За первый месяц').waitFor();
});

test('the person’s menu stores a chosen theme and drops it for the system’s', async () => {
  const page = await openPage({ ...signedIn(product, tokens), colorScheme: 'light' });
  await page.goto(`${product.url}/info`);
  await page.getByRole('button', { name: /@/ }).click();
  const stored = () => page.evaluate(() => localStorage.getItem('theme-mode'));
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'Тёмная' }).click();
  await expect.poll(background, pollTimeout).toBe('rgb(20, 20, 20)');
  expect(await stored()).toBe('dark');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Системная' }).click();
  await expect.poll(background, pollTimeout).toBe('rgb(245, 245, 245)');
  expect(await stored()).toBe(null);
});

test('a phone says whose money it is on every page and tops up from the bottom bar', async () => {
  const page = await openPage({ ...signedIn(product, tokens), viewport: { width: 390, height: 844 } });
  await page.goto(`${product.url}/info`);
  await page.getByRole('banner').getByText('Баланс 1 000,00 ₽').waitFor();
  await page.getByRole('navigation', { name: 'Основные разделы' }).getByRole('link', { name: 'Пополнить' }).click();
  await mainHeading(page, 'Пополнение').waitFor();
  await expectPlace(page, /^\/payments\/create/);
});
