import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { directoryFile } from '../server/tests/support/bank-directory.ts';
import { companyBody } from '../server/tests/support/organizations.ts';
import {
  browserForThisFile,
  expectGood,
  expectNoConsoleErrors,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage, openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

async function customer(name: string): Promise<{ id: string; tokens: Tokens }> {
  const owner = await openSession(product, await createPerson(product));
  const id = await openCompany(product, owner, name);
  return { id, tokens: await switchTo(product, owner, id) };
}

test('staff find a payment of any organization by its sum, open it, and come to its organization', async () => {
  const { id, tokens } = await customer('ООО «Лютик»');
  await topUp(product, tokens, { amountMinor: 123_400 });
  const page = await openStaffPage(openPage, product, '/admin');
  await page.getByRole('navigation', { name: 'Администрирование' }).getByRole('link', { name: 'Платежи' }).click();
  await mainHeading(page, 'Платежи').waitFor();
  await page.getByRole('button', { name: 'Фильтр', exact: true }).click();
  await page.getByLabel('От', { exact: true }).last().fill('1234');
  await page.getByLabel('До', { exact: true }).last().fill('1234');
  await page.keyboard.press('Enter');
  await expectPlace(page, /amountMin=1234/);
  const row = page.getByRole('table', { name: 'Платежи' }).getByRole('row', { name: /Лютик/ });
  await row.waitFor();
  await page.getByText('1 платёж').waitFor();
  await expectGood(page, 'admin-payments');
  await row.getByRole('link', { name: /^К-/ }).click();
  await page.getByRole('dialog', { name: 'Платёж' }).getByText('ООО «Лютик»').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name: 'ООО «Лютик»' }).click();
  await expectPlace(page, `/admin/organizations/${id}`);
  await page.getByText('Обращений не было.').waitFor();
  expectNoConsoleErrors(page);
});

/** Returns the first one's id. */
async function customersOfOneInn(...names: string[]): Promise<string | undefined> {
  const body = companyBody();
  const ids: string[] = [];
  for (const name of names) {
    const owner = await openSession(product, await createPerson(product));
    const form = { ...body, name };
    ids.push((await ask<{ id: string }>(product, owner, '/api/organizations', { method: 'POST', body: form })).id);
  }
  return ids[0];
}

test('staff see in the sheet of an organization who else has its ИНН', async () => {
  const id = await customersOfOneInn('ООО «Клевер»', 'ООО «Клевер и сын»');
  const page = await openStaffPage(openPage, product, `/admin/organizations?organization=${id}`);
  const note = page.getByRole('dialog', { name: 'Организация' }).getByRole('note');
  await note.getByRole('link', { name: 'ООО «Клевер и сын»' }).waitFor();
});

test('a note and an adjustment begun on the page of one organization are gone on the page of another', async () => {
  const id = await customersOfOneInn('ООО «Мята»', 'ООО «Мята и сын»');
  const page = await openStaffPage(openPage, product, `/admin/organizations/${id}`);
  await page.getByRole('note').getByRole('link', { name: 'ООО «Мята и сын»' }).click();
  await mainHeading(page, 'ООО «Мята и сын»').waitFor();
  const note = page.getByLabel('Новая заметка');
  await note.fill('Для сына');
  await page.getByRole('button', { name: 'Изменить баланс' }).click();
  await page.getByRole('dialog').getByLabel('Сумма').fill('50000');
  await page.goBack();
  await page.getByText('ООО «Мята»', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole('dialog').count(), pollTimeout).toBe(0);
  expect(await note.inputValue()).toBe('');
});

/** The room of the arrow lies beside the column. */
async function expectTitleAboveAmounts(table: Locator): Promise<void> {
  const ends = await table.evaluate((element) => {
    const endOf = (node: Node | null | undefined) => {
      const range = document.createRange();
      range.selectNodeContents(node as Node);
      return Math.round(range.getBoundingClientRect().right);
    };
    const title = [...element.querySelectorAll('th button')].find((one) => one.textContent === 'Баланс');
    return [endOf(title?.firstChild), endOf(element.querySelector('tbody tr:not([class*=day]) td:last-child'))];
  });
  expect(ends[0]).toBe(ends[1]);
}

test('staff sort organizations by balance, and empty personal accounts come when they are asked for', async () => {
  const { tokens } = await customer('ООО «Пион»');
  await topUp(product, tokens, { amountMinor: 400_000_00 });
  const page = await openStaffPage(openPage, product, '/admin/organizations');
  const table = page.getByRole('table', { name: 'Организации' });
  await table.getByRole('row', { name: /Пион/ }).waitFor();
  await expectTitleAboveAmounts(table);
  await table.getByRole('button', { name: 'Баланс' }).click();
  await expectPlace(page, /sort=balance/);
  await expect
    .poll(() => table.getByRole('row').nth(1).getByRole('link').first().textContent(), pollTimeout)
    .toBe('ООО «Пион»');
  expect(await table.getByRole('row', { name: /Личный счёт/ }).count()).toBe(0);
  // Its state is the address's, which follows the click.
  await page.getByLabel('Скрыть пустые личные счета').click();
  await expectPlace(page, /empty=show/);
  await table
    .getByRole('row', { name: /Личный счёт/ })
    .first()
    .waitFor();
  await expectGood(page, 'admin-organizations-sorted');
  expectNoConsoleErrors(page);
});

test('a loaded directory of БИК fills in the correspondent account and keeps the bank’s name as it was typed, and a БИК or file that is none says so', async () => {
  const page = await openStaffPage(openPage, product, '/admin/business');
  const file = page.getByLabel('Файл справочника БИК');
  await file.setInputFiles({ name: 'ED807.xml', mimeType: 'text/xml', buffer: Buffer.from('<html></html>') });
  await page.getByText(/Нужен файл Банка России ED807/).waitFor();
  await file.setInputFiles({ name: 'ED807.xml', mimeType: 'text/xml', buffer: directoryFile() });
  await expectToast(page, 'Справочник БИК загружен');
  await page.getByText(/банков: 1/).waitFor();

  const { id, tokens } = await customer('ООО «Клевер»');
  const cabinet = await openPage(signedIn(product, tokens));
  await cabinet.goto(`${product.url}/organization/${id}?tab=requisites`);
  await cabinet.getByRole('button', { name: 'Изменить' }).click();
  await cabinet.getByLabel('БИК').fill('044525999');
  await cabinet.getByText('В справочнике такого нет, проверьте').waitFor();
  await cabinet.getByLabel('БИК').fill('044525225');
  await expect
    .poll(() => cabinet.getByLabel('Корреспондентский счёт').inputValue(), pollTimeout)
    .toBe('30101810400000000225');
  await cabinet.getByText('ПАО "Сбербанк", г. Москва').waitFor();
  await cabinet.getByLabel('Расчётный счёт').fill('40702810138250123017');
  await cabinet.getByRole('button', { name: 'Сохранить' }).click();
  await expectToast(cabinet, 'Реквизиты сохранены');
  expectNoConsoleErrors(cabinet);

  await page
    .getByRole('button', { name: /Указать реквизиты|Изменить/ })
    .first()
    .click();
  const bank = page.getByLabel('Банк', { exact: true }).first();
  const bik = page.getByLabel('БИК', { exact: true }).first();
  await bank.fill('');
  await bik.fill('');
  await bik.fill('044525225');
  await expect.poll(() => bank.inputValue(), pollTimeout).toBe('ПАО "Сбербанк", г. Москва');
  await bank.fill('Сбербанк');
  await page.getByLabel('Корреспондентский счёт').first().fill('');
  await bik.fill('');
  await bik.fill('044525225');
  await expect
    .poll(() => page.getByLabel('Корреспондентский счёт').first().inputValue(), pollTimeout)
    .toBe('30101810400000000225');
  expect(await bank.inputValue()).toBe('Сбербанк');
});

test('who asks for an invoice without an address gives it there, and the requisites have it', async () => {
  const { id, tokens } = await customer('ООО «Мята»');
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/documents`);
  await page.getByRole('button', { name: 'Запросить' }).click();
  await page.getByRole('button', { name: 'Документ за месяц' }).click();
  const dialog = page.getByRole('dialog', { name: 'Запросить документ за месяц' });
  await dialog.getByLabel('Юридический адрес').fill('г. Москва, ул. Вавилова, д. 19');
  await dialog.getByRole('button', { name: 'Запросить' }).click();
  await expect
    .poll(
      () => ask<{ address: string }>(product, tokens, `/api/organizations/${id}`).then(({ address }) => address),
      pollTimeout,
    )
    .toBe('г. Москва, ул. Вавилова, д. 19');
});

test('the panel of staff shows the page that is open in a low window too', async () => {
  const page = await openPage({
    ...signedIn(product, await openStaffSession(product)),
    viewport: { width: 1440, height: 600 },
  });
  await page.goto(`${product.url}/admin/api`);
  const link = page
    .getByRole('navigation', { name: 'Администрирование' })
    .getByRole('link', { name: 'Справка по API' });
  const isUncovered = () =>
    link.evaluate((element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + 8, y + height - 2));
    });
  await expect.poll(isUncovered, pollTimeout).toBe(true);
  expectNoConsoleErrors(page);
});

test('the API reference explains the fields and errors of a charge', async () => {
  const page = await openStaffPage(openPage, product, '/admin/api');
  const charges = page.getByRole('region', { name: 'Списания' });
  await charges.getByText('Списать деньги за услугу').click();
  await charges.getByText('Сумма в копейках', { exact: false }).first().waitFor();
  await charges.getByText('402 insufficient_funds').waitFor();
  await expectGood(page, 'admin-api-open');
  expectNoConsoleErrors(page);
});
