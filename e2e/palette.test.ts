import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { companyBody } from '../server/tests/support/organizations.ts';
import { browserForThisFile, expectGood, expectPlace, mainHeading } from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, switchTo } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile({ hasMotion: true });
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

/** The palette that leaves still has its field. */
async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole('combobox', { name: 'Поиск и команды' });
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+KeyK');
  return field;
}

const option = (page: Page, name: RegExp) => page.getByRole('option', { name }).first();

async function newCompanyWithInvoice(name = 'ООО «Палитра»') {
  await fillBusiness(product);
  const tokens = await openSession(product, await createPerson(product));
  const body = companyBody();
  const { id } = await ask<{ id: string }>(product, tokens, '/api/organizations', {
    method: 'POST',
    body: { ...body, name },
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

  const field = await openPalette(page);
  await field.fill('1200');
  await option(page, new RegExp(`Счёт № ${invoice.number}`)).waitFor();
  await field.fill('пополнить на 5000');
  await option(page, /Пополнить на/).click();
  await expect.poll(() => page.getByLabel('Сумма').first().inputValue()).toMatch(/^5\s000/);

  await page.getByRole('combobox', { name: 'Поиск и команды' }).waitFor({ state: 'detached' });
  // Letters are text in the field of the amount.
  await mainHeading(page, /./).evaluate((heading: HTMLElement) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  await page.keyboard.press('KeyG');
  await page.keyboard.press('KeyD');
  await mainHeading(page, 'Документы').waitFor();
});

test('staff find a client by ИНН and an invoice of anybody over an open sheet in two steps each, and keep the focus in the sheet', async () => {
  const { inn } = await newCompanyWithInvoice();
  const { inn: other, invoice } = await newCompanyWithInvoice('ООО «Кисть»');
  const page = await openStaffPage(openPage, product, '/admin');
  await mainHeading(page, /./).waitFor();
  const find = async (text: string, name: RegExp) => {
    await (await openPalette(page)).fill(text);
    await option(page, name).click();
  };
  const sheet = page.getByRole('dialog', { name: 'Организация' });
  await find(inn, /ООО «Палитра».*ИНН/);
  await sheet.getByRole('heading', { name: 'ООО «Палитра»' }).waitFor();
  await sheet.getByRole('button', { name: 'Закрыть' }).and(page.locator(':focus')).waitFor();
  await find(other, /ООО «Кисть».*ИНН/);
  await expectPlace(page, /^\/admin\/organizations\?organization=/);
  await sheet.getByRole('heading', { name: 'ООО «Кисть»' }).waitFor();
  // Only once the palette is gone, which what had the focus is too.
  await sheet.and(page.locator(':focus')).waitFor();
  await find(invoice.number, new RegExp(`Счёт № ${invoice.number}.*ООО «Кисть»`));
  const opened = page.getByRole('dialog', { name: `Счёт № ${invoice.number}` });
  await opened.getByText(/1\s200,00/).waitFor();
  await opened.getByText('Ждёт оплаты').waitFor();
  await expectGood(page, 'admin-invoice');
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await sheet.getByRole('heading', { name: 'ООО «Кисть»' }).waitFor();
  await page.keyboard.press('Escape');
  await mainHeading(page, 'Организации').and(page.locator(':focus')).waitFor();
});

test('Enter before the palette has its answer waits for it', async () => {
  const { inn } = await newCompanyWithInvoice();
  const page = await openStaffPage(openPage, product, '/admin');
  await mainHeading(page, /./).waitFor();
  await (await openPalette(page)).fill(inn);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Организация' }).getByRole('heading', { name: 'ООО «Палитра»' }).waitFor();
});

test('the palette that was closed gives the focus back, after it led to a page too', async () => {
  const { inn } = await newCompanyWithInvoice();
  const page = await openStaffPage(openPage, product, '/admin');
  await mainHeading(page, /./).waitFor();
  await (await openPalette(page)).fill(inn);
  await option(page, /ООО «Палитра».*ИНН/).click();
  const close = page.getByRole('dialog', { name: 'Организация' }).getByRole('button', { name: 'Закрыть' });
  await close.and(page.locator(':focus')).waitFor();
  const palette = await openPalette(page);
  await palette.fill('Палитра');
  await option(page, /ООО «Палитра».*ИНН/).waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await close.and(page.locator(':focus')).waitFor();
});
