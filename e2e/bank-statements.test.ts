import { randomUUID } from 'node:crypto';
import type { Business } from '@kazna/contract/admin/business';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkLedger } from '../server/src/money/ledger/check-ledger.ts';
import { readSystemBalances } from '../server/src/money/ledger/reads.ts';
import { type Database, openDatabase } from '../server/src/platform/db/database.ts';
import type { TestApp } from '../server/tests/support/app.ts';
import { transfer } from '../server/tests/support/bank-statements.ts';
import { companyBody } from '../server/tests/support/organizations.ts';
import { importPast } from '../server/tests/support/past-movements.ts';
import { pngOf } from '../server/tests/support/pictures.ts';
import { type WrittenDocument, writeStatement } from '../server/tests/support/statement-writer.ts';
import {
  browserForThisFile,
  expectFit,
  expectGood,
  expectNoConsoleErrors,
  expectNoViolations,
  expectToast,
  mainHeading,
} from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, switchTo } from './harness/calls.ts';
import { downloadBy } from './harness/download.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

const openAsOperator = (path: string) => openStaffPage(openPage, product, path);

test('staff fill in the business’s requisites: mistakes are shown at their fields, and the page shows what documents will say', async () => {
  const page = await openAsOperator('/admin/business');
  await page.getByRole('button', { name: 'Указать реквизиты' }).click();
  await page.getByRole('button', { name: 'Сохранить реквизиты' }).click();
  await page.getByText('Пожалуйста, введите название').waitFor();
  await expectGood(page, 'admin-business-errors');
  const fields = {
    Название: 'ООО «Казна»',
    ИНН: '7707083893',
    КПП: '771401001',
    ОГРН: '1027700132195',
    'Юридический адрес': '125009, г. Москва, ул. Тверская, д. 1',
    Банк: 'ПАО СБЕРБАНК',
    БИК: '044525225',
    'Расчётный счёт': '40702810138250123018',
    'Действует с': '01.01.2020',
    'Должность руководителя': 'Директор',
    'Фамилия и инициалы руководителя': 'Иванов И. И.',
    'Буквы в номере счёта': 'КЗ',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Сохранить реквизиты' }).click();
  // The last digit of the account breaks its check sum.
  await page.locator('[aria-invalid="true"][name="bankAccounts.0.bank.account"]').waitFor();
  await page.getByLabel('Расчётный счёт', { exact: true }).fill('40702810138250123017');
  await page.getByRole('button', { name: 'Сохранить реквизиты' }).click();
  await expectToast(page, 'Реквизиты сохранены');
  await page.getByText('Действует с 1 января 2020').waitFor();
  await page.getByText(/Последнее изменение: .*Администратор/).waitFor();
  await expectGood(page, 'admin-business');
});

test('staff put a stamp into new documents: a false file says what to do, and the picture is shown and taken out', async () => {
  await fillBusiness(product, withActs);
  const page = await openAsOperator('/admin/business');
  const stamp = page.getByRole('region', { name: 'Печать', exact: true });
  const choose = (buffer: Buffer) =>
    stamp
      .getByLabel(/: Печать/)
      .first()
      .setInputFiles({ name: 'stamp.png', mimeType: 'image/png', buffer });
  await choose(Buffer.from('GIF89a'));
  await page.getByText(/Нужен файл PNG/).waitFor();
  await choose(pngOf(200, 200));
  await expectToast(page, 'Картинка сохранена');
  const picture = stamp.getByRole('img', { name: 'Печать' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(200);
  await expectNoViolations(page);
  await expectFit(page, 'admin-business-pictures');
  expectNoConsoleErrors(page, /422/);
  await stamp.getByRole('button', { name: 'Убрать: Печать' }).click();
  await expectToast(page, 'Картинка убрана');
  await picture.waitFor({ state: 'detached' });
});

/** Nobody pays VAT, so a month ends with an act. */
const withActs: Partial<Business> = { taxPeriods: [{ from: '2020-01-01', regime: 'usn', vat: null }] };

interface Customer {
  tokens: Tokens;
  organizationId: string;
  inn: string;
  invoiceId: string;
  purpose: string;
}

/** A company with an invoice of 1 200 roubles. */
async function newCustomer(name: string): Promise<Customer> {
  await fillBusiness(product, withActs);
  const first = await openSession(product, await createPerson(product));
  const body = { ...companyBody(), name };
  const path = '/api/organizations';
  const { id: organizationId } = await ask<{ id: string }>(product, first, path, { method: 'POST', body });
  const tokens = await switchTo(product, first, organizationId);
  const { id: invoiceId, purpose } = await ask<{ id: string; purpose: string }>(product, tokens, '/api/invoices', {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: 120_000, currency: 'RUB' },
  });
  return { tokens, organizationId, inn: body.inn, invoiceId, purpose };
}

/** Balances and invoices of the customers, unidentified money, and what came from the bank by the ledger. */
async function stateOf(customers: Customer[]) {
  const balances: number[] = [];
  const invoices: string[] = [];
  for (const { tokens, organizationId, invoiceId } of customers) {
    const path = `/api/organizations/${organizationId}/balance`;
    const { items } = await ask<{ items: { amountMinor: number }[] }>(product, tokens, path);
    balances.push(items[0]?.amountMinor ?? 0);
    invoices.push((await ask<{ status: string }>(product, tokens, `/api/invoices/${invoiceId}`)).status);
  }
  return withDatabase(async (db) => {
    expect(await checkLedger(db)).toEqual([]);
    const system = await readSystemBalances(db);
    const of = (account: string) =>
      system.find((one) => one.account === account && one.currency === 'RUB')?.amountMinor ?? 0;
    return { balances, invoices, unidentified: of('unidentified'), fromBank: 0 - of('bank') };
  });
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Drops the file on the page as a person would. */
async function dropStatement(page: Page, documents: WrittenDocument[]): Promise<void> {
  await page.goto(`${product.url}/admin/statements`);
  const bytes = [...writeStatement(documents)];
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(content)], 'kl_to_1c.txt'));
    return transfer;
  }, bytes);
  await page.locator('label', { hasText: 'Перетащите выписку' }).dispatchEvent('drop', { dataTransfer });
  await mainHeading(page, /··\s\d{4}\s/).waitFor();
}

async function chooseStatement(page: Page, documents: WrittenDocument[]): Promise<void> {
  await page.goto(`${product.url}/admin/statements`);
  const buffer = Buffer.from(writeStatement(documents));
  await page.getByLabel('Загрузить выписку').setInputFiles({ name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer });
  await mainHeading(page, /··\s\d{4}\s/).waitFor();
}

async function confirmPosting(page: Page, sum: string): Promise<void> {
  await page.getByRole('button', { name: `Зачислить ${sum}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Зачислить ${sum}?` });
  await dialog.getByRole('button', { name: 'Зачислить', exact: true }).click();
  await page.getByRole('table', { name: 'Зачислено' }).waitFor();
}

async function undoStatement(page: Page, nth: number): Promise<void> {
  await page.goto(`${product.url}/admin/statements`);
  await page.getByRole('table', { name: 'Выписки' }).getByRole('link').nth(nth).click();
  await page.getByRole('button', { name: 'Отменить зачисление' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отменить зачисление по выписке?' });
  await dialog.getByLabel('Причина').fill('Не тот файл');
  await dialog.getByRole('button', { name: 'Отменить зачисление' }).click();
  await page.getByRole('table', { name: 'Отменено' }).waitFor();
}

test('staff drop statements: a payment, a part, an overpayment and a stranger’s money end where they belong, nothing counts twice, and undo brings everything back', async () => {
  const [one, two, three] = [
    await newCustomer('ООО «Один»'),
    await newCustomer('ООО «Два»'),
    await newCustomer('ООО «Три»'),
  ];
  const customers = [one, two, three];
  const untouched = { balances: [0, 0, 0], invoices: ['open', 'open', 'open'], unidentified: 0, fromBank: 0 };
  expect(await stateOf(customers)).toEqual(untouched);
  const history = [
    transfer(one.inn, { purpose: one.purpose }),
    transfer(two.inn, { purpose: two.purpose, amountMinor: 50_000 }),
    transfer(three.inn, { purpose: three.purpose, amountMinor: 200_000 }),
    transfer('7736050003', { purpose: 'Возврат займа', amountMinor: 7000 }),
  ];
  const page = await openAsOperator('/admin/statements');
  await page.getByText('Выписок пока нет').waitFor();
  await expectGood(page, 'admin-statements-empty');

  await dropStatement(page, history);
  await page.getByRole('table', { name: 'К зачислению' }).getByText('счёт оплачен частично').waitFor();
  await expectGood(page, 'admin-statement-preview');
  expect(await stateOf(customers)).toEqual(untouched);
  await confirmPosting(page, '3 700,00 ₽');
  await page.getByRole('table', { name: 'Зачислено' }).getByText('ООО «Один»').waitFor();
  await expectGood(page, 'admin-statement-posted');
  const first = {
    ...{ balances: [120_000, 50_000, 200_000], invoices: ['paid', 'partly_paid', 'paid'] },
    ...{ unidentified: 7000, fromBank: 377_000 },
  };
  expect(await stateOf(customers)).toEqual(first);

  await chooseStatement(page, history);
  await page.getByRole('table', { name: 'Уже учтены' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Зачислить|Учесть)/ }).count()).toBe(0);
  expect(await stateOf(customers)).toEqual(first);

  await chooseStatement(page, [
    ...history,
    transfer(two.inn, { purpose: two.purpose, amountMinor: 70_000 }),
    transfer(one.inn, { purpose: 'За услуги', amountMinor: 30_000 }),
  ]);
  await page.getByRole('table', { name: 'Проверить' }).getByText('Совпал только ИНН').waitFor();
  await page.getByRole('checkbox', { name: 'Отметить все показанные' }).check();
  await expectGood(page, 'admin-statement-suggestion');
  await confirmPosting(page, '1 000,00 ₽');
  expect(await stateOf(customers)).toEqual({
    ...{ balances: [150_000, 120_000, 200_000], invoices: ['paid', 'paid', 'paid'] },
    ...{ unidentified: 7000, fromBank: 477_000 },
  });

  await page.goto(`${product.url}/admin/unidentified`);
  await page.getByRole('button', { name: /^Зачислить: / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Найти организацию').fill('Два');
  await dialog.getByRole('radio', { name: /ООО «Два»/ }).check();
  await dialog.getByLabel('Причина').fill('Письмо клиента');
  await expectGood(page, 'admin-unidentified-assign');
  await dialog.getByRole('button', { name: 'Зачислить: ООО «Два»' }).click();
  await page.getByText('Невыясненных денег нет').waitFor();
  await expectGood(page, 'admin-unidentified-none');
  expect(await stateOf(customers)).toEqual({
    ...{ balances: [150_000, 127_000, 200_000], invoices: ['paid', 'paid', 'paid'] },
    ...{ unidentified: 0, fromBank: 477_000 },
  });

  await undoStatement(page, 0);
  expect(await stateOf(customers)).toEqual({
    ...{ balances: [120_000, 57_000, 200_000], invoices: ['paid', 'partly_paid', 'paid'] },
    ...{ unidentified: 0, fromBank: 377_000 },
  });
  await undoStatement(page, 2);
  expect(await stateOf(customers)).toEqual(untouched);
}, 180_000);

test('a customer who paid by bank alone reads so in the summary, and payments lead to the transfers', async () => {
  const { tokens, organizationId, inn, purpose } = await newCustomer('ООО «Только банк»');
  const page = await openAsOperator('/admin/statements');
  await dropStatement(page, [transfer(inn, { purpose, amountMinor: 120_000 })]);
  await confirmPosting(page, '1 200,00 ₽');

  const theirs = await openPage(signedIn(product, tokens));
  await theirs.goto(`${product.url}/dashboard/${organizationId}`);
  const card = (title: string) => theirs.locator('section', { has: theirs.getByRole('heading', { name: title }) });
  await card('Способы оплаты').getByText('Банковский перевод').waitFor();
  for (const title of ['Способы оплаты', 'Состояния платежей', 'Кто пополняет'])
    await card(title).getByText('1 200,00 ₽').waitFor();
  await expectGood(theirs, 'dashboard-bank-alone');
  await theirs.getByRole('link', { name: 'Все платежи' }).click();
  await theirs.getByRole('link', { name: 'Переводы 1' }).waitFor();
  await expectGood(theirs, 'payments-bank-alone');
  await theirs.getByRole('link', { name: 'Показать переводы' }).click();
  await theirs.getByRole('table', { name: 'Банковские переводы' }).getByText('1 200,00 ₽').waitFor();
  await theirs.getByRole('status').getByText('Зачислено').waitFor();
  await expectGood(theirs, 'transfers-total');
  expectNoConsoleErrors(theirs);
});

test('staff mark unidentified money as returned, and it leaves the list with the number of the payment order', async () => {
  await fillBusiness(product, withActs);
  const page = await openAsOperator('/admin/statements');
  await chooseStatement(page, [transfer('7736050003', { number: 'FDC240', purpose: 'Ошибочно', amountMinor: 4200 })]);
  await page.getByRole('button', { name: 'Учесть как невыясненные' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Учесть', exact: true }).click();
  await expectToast(page, 'Выписка проведена');
  await page.goto(`${product.url}/admin/unidentified`);
  await page.getByRole('button', { name: /^Вернуть: .*FDC240/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Отметить возврат 42,00/ });
  await dialog.getByLabel('Номер платёжного поручения').fill('417');
  await dialog.getByLabel('Причина').fill('Просьба плательщика');
  await expectGood(page, 'admin-unidentified-return');
  await dialog.getByRole('button', { name: 'Отметить возврат' }).click();
  await expectToast(page, 'Возврат отмечен');
  await page.getByRole('link', { name: 'Возвращённые' }).click();
  await page.getByRole('table', { name: 'Возвращённые деньги' }).getByText('Поручение № 417').waitFor();
  await expectGood(page, 'admin-unidentified-returned');
});

test('a document of a statement that staff unticked stays so after a look at its customer', async () => {
  await fillBusiness(product, withActs);
  const { inn, purpose } = await newCustomer('ООО «Снятая»');
  const page = await openAsOperator('/admin/statements');
  await dropStatement(page, [transfer(inn, { purpose })]);
  const table = page.getByRole('table', { name: 'К зачислению' });
  const box = table.getByRole('checkbox').nth(1);
  await box.uncheck();
  await table.getByRole('link', { name: 'ООО «Снятая»' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await table.waitFor();
  expect(await box.isChecked()).toBe(false);
  expectNoConsoleErrors(page);
});

test('a statement that was dropped by mistake is thrown away', async () => {
  await fillBusiness(product, withActs);
  const page = await openAsOperator('/admin/statements');
  await dropStatement(page, [transfer('7736050003', { purpose: 'Не тот файл', amountMinor: 4300 })]);
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('button', { name: 'Удалить выписку' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expectToast(page, 'Выписка удалена');
  await mainHeading(page, 'Выписки').waitFor();
  expectNoConsoleErrors(page);
});

test('staff find a month’s act in the register and save it and the month, and the customer sends it to the accountant from «Документы»', async () => {
  const { tokens, organizationId } = await newCustomer('ООО «Реестр»');
  await withDatabase((db) =>
    importPast({ db } as TestApp, organizationId, [
      { day: '2026-01-10', kind: 'top_up', amountMinor: 50_000 },
      { day: '2026-01-15', kind: 'charge', amountMinor: -12_345 },
    ]),
  );
  await ask(product, tokens, '/api/documents/closing', { method: 'POST', body: { period: '2026-01' } });

  const page = await openAsOperator('/admin/documents?period=2026-01');
  const row = page.getByRole('row', { name: /ООО «Реестр»/ });
  await row.getByText('123,45').waitFor();
  const act = await downloadBy(row.getByRole('button', { name: /^Акт № 2026-/ }));
  expect(act.suggestedFilename()).toMatch(/^Акт 2026-\d+ от 31\.01\.2026\.pdf$/);
  const register = await downloadBy(page.getByRole('button', { name: 'Выгрузить XLSX' }));
  expect(register.suggestedFilename()).toMatch(/^register-2026-01.*\.xlsx$/);
  await expectGood(page, 'admin-register');

  const theirs = await openPage(signedIn(product, tokens));
  await theirs.goto(`${product.url}/documents?kind=act`);
  await theirs.getByRole('button', { name: /^Отправить бухгалтеру: Акт/ }).click();
  await theirs.getByRole('dialog').getByLabel('E-mail').fill('buh@example.com');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Отправить', exact: true }).click();
  await expectToast(theirs, 'Письмо отправлено');
  await expectGood(theirs, 'documents-act');
});
