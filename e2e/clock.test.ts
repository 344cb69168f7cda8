import { expect, test } from 'vitest';
import { browserForThisFile, expectGood, mainHeading, pollTimeout } from './harness/browser.ts';
import { type Product, productForThisFile } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;

productForThisFile({}, (started) => {
  product = started;
});

test('the clock of development goes forward by its buttons, and the cabinet follows', async () => {
  const page = await openPage();
  await page.goto(`${product.url}/dev/clock`);
  await mainHeading(page, 'Часы разработки').waitFor();
  await page.getByText('Совпадает с настоящим временем.').waitFor();
  await expectGood(page, 'clock');
  await page.getByRole('button', { name: '+1 неделя' }).click();
  await page.getByText('Что произошло').waitFor();
  await expect.poll(() => page.locator('#ahead').textContent(), pollTimeout).toMatch(/на [67]\u00a0дней/);
  await expect.poll(() => page.getByRole('button', { name: '+1 день' }).isEnabled(), pollTimeout).toBe(true);
  await expectGood(page, 'clock-moved');
  const { headers } = await fetch(`${product.url}/api/info`);
  expect(Number(headers.get('x-clock-ahead-seconds'))).toBeGreaterThan(6 * 24 * 60 * 60);
});
