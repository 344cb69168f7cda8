import { putBusinessPicture } from '@kazna/contract/admin/business-pictures';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pngOf } from '../server/tests/support/pictures.ts';
import { browserForThisFile, expectGood, mainHeading, pollTimeout } from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage, openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

async function putLogo(width: number, height: number): Promise<void> {
  const { accessToken } = await openStaffSession(product);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
  const url = product.url + putBusinessPicture.path.replace('{picture}', 'logo');
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(pngOf(width, height)) });
  expect(answer.status).toBe(200);
}

const brandIt = () => fillBusiness(product, { shortName: 'Ромашка', color: '#7a1fa2' });

/** Until the code of the page has replaced the markup of the build. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('#prerendered').waitFor({ state: 'detached' });
}

const markOf = (page: Page) =>
  page
    .locator('[data-mark]')
    .first()
    .evaluate((mark) => ({ image: getComputedStyle(mark).backgroundImage.slice(0, 24), width: mark.clientWidth }));

test('visitors, customers and staff see the name, sign and colour of the business, and ours nowhere', async () => {
  await brandIt();
  const visitor = await openPage();
  for (const path of ['/', '/auth', '/auth?mode=register']) {
    await open(visitor, path);
    expect(await visitor.title()).toContain('Ромашка');
    expect(await visitor.locator('body').innerText()).not.toContain('Казн');
    expect(await markOf(visitor)).toEqual({ image: 'url("data:image/svg+xml;', width: 32 });
    await expectGood(visitor, `white-label${path.replace(/\W+/g, '-')}`);
  }

  const tokens = await openSession(product, await createPerson(product));
  const customer = await openPage(signedIn(product, tokens));
  await customer.goto(product.url);
  await mainHeading(customer, /./).waitFor();
  await customer.getByRole('complementary').getByText('Ромашка').waitFor();
  await expect.poll(() => customer.title(), pollTimeout).toBe('Главная — Ромашка');
  expect(await customer.locator('body').innerText()).not.toContain('Казн');
  await expectGood(customer, 'white-label-cabinet');

  const staff = await openStaffPage(openPage, product, '/admin');
  await staff.getByRole('link', { name: 'Ромашка Администрирование' }).waitFor();
});

test('a logo stands in place of the sign, and one that is wide in place of the name too', async () => {
  await brandIt();
  const page = await openPage();
  await putLogo(60, 40);
  await open(page, '/auth');
  expect(await markOf(page)).toEqual({ image: 'url("data:image/png;base', width: 48 });
  expect((await page.locator('[data-brand]').first().boundingBox())?.width).toBeGreaterThan(40);
  await putLogo(120, 40);
  await open(page, '/auth');
  expect((await markOf(page)).width).toBe(96);
  expect((await page.locator('[data-brand]').first().boundingBox())?.width).toBe(1);
  await page.getByRole('link', { name: 'Ромашка' }).waitFor();
  await expectGood(page, 'white-label-logo');
});
