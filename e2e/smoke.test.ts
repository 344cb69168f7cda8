import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserForThisFile, expectNoComplaints, expectNoViolations, screenshot } from './harness/browser.ts';
import { type Product, startProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

test('a stranger sees the sign-in form', async () => {
  const page = await openPage();
  await page.goto(`${product.url}/auth`);
  await page.getByLabel('E-mail').waitFor();
  await page.getByRole('button', { name: 'Войти' }).waitFor();
  expect(await page.title()).toMatch(/\S/);
  await screenshot(page, 'auth');
  await expectNoViolations(page);
  expectNoComplaints(page);
});
