import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { companyBody } from '../server/tests/support/organizations.ts';
import { browserForThisFile, expectGood, expectPlace, mainHeading } from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, switchTo } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

const option = (page: Page, name: RegExp) => page.getByRole('option', { name }).first();

async function newCompanyWithInvoice() {
  await fillBusiness(product);
  const tokens = await openSession(product, await createPerson(product));
  const body = companyBody();
  const { id } = await ask<{ id: string }>(product, tokens, '/api/organizations', {
    method: 'POST',
    body: { ...body, name: 'ООО «Палитра»' },
  });
  const inside = await switchTo(product, tokens, id);
  const invoice = await ask<{ id: string; number: string }>(product, inside, '/api/invoices', {
    method: 'POST',
    body: { amountMinor: 120_000, currency: 'RUB' },
    headers: { 'idempotency-key': randomUUID() },
  });
  return { tokens: inside, invoice, inn: body.inn };
}

test('the palette finds a document by its number, opens a top-up with the typed sum, and keys open pages', async () => {
  const { tokens, invoice } = await newCompanyWithInvoice();
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  await mainHeading(page, /./).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Поиск и команды' }).fill(invoice.number);
  await option(page, new RegExp(`Счёт № ${invoice.number}`)).waitFor();
  await expectGood(page, 'palette-found');
  await option(page, new RegExp(`Счёт № ${invoice.number}`)).click();
  await expectPlace(page, `/invoices/${invoice.id}`);

  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: 'Поиск и команды' }).fill('пополнить на 5000');
  await option(page, /Пополнить на/).click();
  await expect.poll(() => page.getByLabel('Сумма').first().inputValue()).toMatch(/^5\s000/);

  await mainHeading(page, /./).focus();
  await page.keyboard.press('KeyG');
  await page.keyboard.press('KeyD');
  await mainHeading(page, 'Документы').waitFor();
});

test('staff find a client by ИНН and an invoice of anybody over an open sheet in two steps each', async () => {
  const { invoice, inn } = await newCompanyWithInvoice();
  const page = await openStaffPage(openPage, product, '/admin');
  await mainHeading(page, /./).waitFor();
  const find = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox', { name: 'Поиск и команды' }).fill(text);
    await option(page, name).click();
  };
  await find(inn, /ООО «Палитра».*ИНН/);
  await expectPlace(page, /^\/admin\/organizations\?organization=/);
  await find(invoice.number, new RegExp(`Счёт № ${invoice.number}.*ООО «Палитра»`));
  await expectPlace(page, /^\/admin\/organizations\?organization=/);
  // What opened the sheet is gone with the palette.
  await page.getByRole('dialog', { name: 'Организация' }).waitFor();
  await page.keyboard.press('Escape');
  await mainHeading(page, 'Организации').and(page.locator(':focus')).waitFor();
});
