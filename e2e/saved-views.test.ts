import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { sql } from '../server/src/platform/db/sql.ts';
import { browserForThisFile, expectGood, expectPlace, expectToast, mainHeading } from './harness/browser.ts';
import { activeOrganization, ask } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});
let tokens: Tokens;
beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
  await topUp(product, tokens, { description: 'За первый месяц' });
});

const openViews = async (page: Page) => {
  await page.getByRole('button', { name: 'Сохранённые' }).click();
  return page.getByRole('dialog', { name: 'Сохранённые фильтры' });
};

test('filters are saved under a name by keyboard, opened, renamed, replaced and deleted', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/operations?direction=in&q=месяц`);
  await mainHeading(page, 'Операции').waitFor();
  await page.getByRole('button', { name: 'Сохранённые' }).focus();
  await page.keyboard.press('Enter');
  const views = page.getByRole('dialog', { name: 'Сохранённые фильтры' });
  const name = views.getByLabel('Сохранить нынешние фильтры');
  await name.waitFor();
  await expectGood(page, 'saved-views-empty');
  await name.focus();
  await page.keyboard.type('Приходы за месяц');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Набор «Приходы за месяц» сохранён');

  await page.goto(`${product.url}/operations`);
  const opened = await openViews(page);
  await opened.getByRole('link', { name: 'Приходы за месяц' }).click();
  await expectPlace(page, /\/operations\/?\?q=[^&]+&direction=in$/);
  await page.getByRole('button', { name: 'Убрать фильтр: Приход' }).click();
  const again = await openViews(page);
  await again.getByRole('button', { name: 'Изменить набор «Приходы за месяц»' }).click();
  await expectGood(page, 'saved-view-edited');
  await again.getByRole('button', { name: 'Заменить фильтры нынешними' }).click();
  await expectToast(page, 'Фильтры набора «Приходы за месяц» заменены');
  await again.getByRole('button', { name: 'Изменить набор «Приходы за месяц»' }).click();
  await again.getByLabel('Название набора').fill('За месяц');
  await again.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await again.getByRole('link', { name: 'За месяц', exact: true }).waitFor();
  await again.getByRole('button', { name: 'Изменить набор «За месяц»' }).click();
  await again.getByRole('button', { name: 'Удалить набор' }).click();
  await again.getByText('Удалить набор «За месяц»?').waitFor();
  await again.getByRole('button', { name: 'Удалить набор' }).click();
  await expectToast(page, 'Набор «За месяц» удалён');
  expect(await again.getByRole('link', { name: 'За месяц' }).count()).toBe(0);
});

test('a view whose filter is valid no longer opens with the rest and says what fell away', async () => {
  const body = { list: 'payments', name: 'Старый набор', filters: { status: 'paid', method: 'card' }, isShared: false };
  const view = await ask<{ id: string }>(product, tokens, '/api/views', { method: 'POST', body });
  const db = await openDatabase({ ...product, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  await db.query(sql`update saved_views set filters = '{"status": "paid", "method": "cheque"}' where id = ${view.id}`);
  await db.close();
  const page = await openPage({ ...signedIn(product, tokens), viewport: { width: 390, height: 844 } });
  await page.goto(`${product.url}/payments`);
  const views = await openViews(page);
  await expectGood(page, 'saved-views-390');
  await views.getByRole('link', { name: 'Старый набор' }).click();
  await expectToast(page, 'Набор «Старый набор» открыт не целиком');
  await page.getByText('Больше не действуют: способ оплаты').waitFor();
  await expectPlace(page, /\/payments\/?\?status=paid$/);
});

test.each(['documents?kind=invoice', 'dashboard/{id}?period=90d', 'requests?state=open'])(
  'the list at /%s saves its filters',
  async (address) => {
    const page = await openPage(signedIn(product, tokens));
    const place = address.replace('{id}', await activeOrganization(product, tokens));
    await page.goto(`${product.url}/${place}`);
    const views = await openViews(page);
    await views.getByLabel('Сохранить нынешние фильтры').fill('Мой набор');
    await views.getByRole('button', { name: 'Сохранить набор' }).click();
    await expectToast(page, 'Набор «Мой набор» сохранён');
  },
);

test.each([
  'organizations?status=active',
  'users?operator=yes',
  'payments?status=succeeded&period=30d',
  'refunds?status=pending&amountMin=1000',
  'subscriptions?status=active',
  'requests?list=all',
  'unidentified?status=returned',
  'revenue?months=6',
])('the list of staff at /admin/%s saves its filters for all staff', async (address) => {
  const page = await openStaffPage(openPage, product, `/admin/${address}`);
  const views = await openViews(page);
  await views.getByLabel('Сохранить нынешние фильтры').fill('Общий набор');
  await views.getByLabel('Показать всем сотрудникам').check();
  await views.getByRole('button', { name: 'Сохранить набор' }).click();
  await expectToast(page, 'Набор «Общий набор» сохранён');
  const again = await openViews(page);
  await again.getByRole('link', { name: 'Общий набор общий' }).waitFor();
  await expectGood(page, `saved-views-of-${address.split('?')[0]}`);
});
