import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migratedTemplate } from '../server/tests/support/database.ts';
import { createTestDatabase } from '../server/tests/support/postgres.ts';
import { browserForThisFile, expectNoConsoleErrors, mainHeading } from './harness/browser.ts';
import { expectBalance, payElsewhere, startPayment } from './harness/checkout.ts';
import { createPerson, openSession, type Person, signedIn } from './harness/people.ts';
import { type Product, startProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
let products: [first: Product, second: Product];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'), migratedTemplate);
  drop = database.drop;
  const first = await startProduct({ databaseUrl: database.url });
  // Both use the sandbox of the first process, which notifies only the first.
  const env = {
    YOOKASSA_SHOP_ID: 'sandbox',
    YOOKASSA_SECRET_KEY: 'sandbox',
    YOOKASSA_API_URL: `${first.url}/sandbox/v3`,
  };
  products = [first, await startProduct({ databaseUrl: database.url, env })];
});
afterAll(async () => {
  for (const product of products ?? []) await product.stop();
  await drop?.();
});

test('two browsers on two processes see a payment settle, each without a reload', async () => {
  const [first, second] = products;
  const person = await createPerson(first);
  const payment = await startPayment(second, await openSession(second, person), {
    amountMinor: 333_300,
    description: 'Видно всем',
  });
  const list = await open(first, person, '/payments');
  const start = await open(second, person, '/');
  const row = list.getByRole('row').filter({ hasText: 'Видно всем' });
  await row.getByText('Ждёт оплаты').waitFor();
  await mainHeading(start, new RegExp(person.name)).waitFor();
  for (const page of [list, start]) await expectBalance(page, '0,00 ₽');

  await payElsewhere(payment);
  for (const page of [start, list]) await expectBalance(page, '3 333,00 ₽');
  await row.getByText('Оплачен').waitFor();
  for (const page of [list, start]) {
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
    expectNoConsoleErrors(page);
  }
});

test('a live connection without heartbeats is reopened', async () => {
  const [first] = products;
  const page = await openPage(signedIn(first, await openSession(first, await createPerson(first))));
  await page.clock.install();
  await Promise.all([page.waitForResponse('**/api/events*'), page.goto(first.url)]);
  // A minute passes for the page only; the server's clock does not move.
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().includes('/api/events')),
    page.waitForResponse('**/api/events*'),
    page.clock.fastForward(60_000),
  ]);
});

/** Waits until the live stream is open. */
async function open(product: Product, person: Person, path: string): Promise<Page> {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await Promise.all([page.waitForResponse('**/api/events*'), page.goto(product.url + path)]);
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  return page;
}
