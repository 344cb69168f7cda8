import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { transfer } from '../server/tests/support/bank-statements.ts';
import { writeStatement } from '../server/tests/support/statement-writer.ts';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, company, openCompany, switchTo } from './harness/calls.ts';
import { downloadBy } from './harness/download.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { readPdfCode } from './harness/read-pdf-code.ts';
import { openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile({ hasMotion: true });
let product: Product;
let staff: Tokens;
productForThisFile({ env: operatorEnv }, async (started) => {
  product = started;
  staff = await openStaffSession(product);
});

async function openAsCompany(path: string): Promise<Page> {
  const person = await openSession(product, await createPerson(product));
  const tokens = await switchTo(product, person, await openCompany(product, person));
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await openPage({ ...signedIn(product, tokens), permissions });
  await page.goto(product.url + path);
  return page;
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** Another ИНН than the customers': money from the business itself is no customer's. */
const business = { inn: '7736050003' };

async function postTransfer(purpose: string, amountMinor: number): Promise<void> {
  const headers = { authorization: `Bearer ${staff.accessToken}`, 'content-type': 'application/octet-stream' };
  const body = Buffer.from(writeStatement([transfer(company.inn, { purpose, amountMinor })]));
  const answer = await fetch(`${product.url}/api/admin/bank-statements`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  await ask(product, staff, `/api/admin/bank-statements/${id}/post`, { method: 'POST', body: { decisions: [] } });
}

test('before the business filled in its requisites «По счёту» says what to do, and what is typed stays', async () => {
  const page = await openAsCompany('/payments/create');
  await page.getByLabel('Сумма', { exact: true }).fill('1500');
  await page.getByText('Счёт пока не выставить').waitFor();
  expect(await page.getByRole('radio', { name: 'По счёту' }).isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'напишите в поддержку' }).getAttribute('target')).toBe('_blank');
  await expectNoViolations(page);
  expect(await page.getByLabel('Сумма', { exact: true }).inputValue()).toMatch(/^1\s?500$/);
});

test('a company asks for an invoice, copies requisites, saves the PDF, sends it to the accountant and sees it paid', async () => {
  await fillBusiness(product, business);
  const page = await openAsCompany('/payments/create');
  await page.getByLabel('Сумма', { exact: true }).fill('600000');
  await page.getByText('Такую сумму можно перевести по счёту').waitFor();
  await page.getByLabel('Сумма', { exact: true }).fill('120000,05');
  await page.getByRole('radio', { name: 'По счёту' }).check();
  await page.getByLabel('Комментарий').fill('Услуги за ноябрь');
  await page.getByRole('button', { name: 'Выставить счёт' }).click();

  await mainHeading(page, /120\s000,05/).waitFor();
  await expectPlace(page, /^\/invoices\/[\da-f-]{36}$/);
  await page.getByText('Ждёт оплаты').waitFor();
  await page.getByRole('img', { name: 'QR-код с реквизитами счёта' }).waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'invoice');
  const copied = async (what: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: `Скопировать ${what}`, exact: true }).click();
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read, pollTimeout).not.toBe('');
    return read();
  };
  expect(await copied('расчётный счёт')).toBe('40702810138250123017');
  expect(await copied('сумму')).toBe('120000.05');
  const number = await copied('номер счёта');
  const purpose = await copied('назначение платежа');
  expect(purpose).toMatch(`Оплата по счёту № ${number} от `);

  const download = await downloadBy(page.getByRole('button', { name: 'Скачать PDF' }));
  expect(download.suggestedFilename()).toMatch(new RegExp(`^Счёт ${number} от [\\d.]{10}\\.pdf$`));
  const pdf = await bytesOf(download);

  await page.getByRole('button', { name: 'Отправить бухгалтеру' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отправить бухгалтеру' });
  await dialog.getByLabel('E-mail').fill('buh@example.ru');
  await dialog.getByRole('button', { name: 'Отправить', exact: true }).click();
  await expectToast(page, 'Письмо отправлено');
  const letter = await product.mail('buh@example.ru', new RegExp(number));
  const [file] = letter.attachments;
  expect(file?.name).toBe(download.suggestedFilename());
  const attached = Buffer.from(await (await fetch(product.url + file?.path)).arrayBuffer());
  expect(attached.equals(pdf)).toBe(true);

  // Open pages hear of the money by themselves.
  await postTransfer(purpose, 12_000_005);
  await page.getByText('Счёт оплачен, деньги на балансе.').waitFor();
  await page.getByRole('img', { name: 'QR-код с реквизитами счёта' }).waitFor({ state: 'detached' });
  const paidBy = page.getByRole('list', { name: 'Чем оплачен' }).getByRole('link', { name: /^Платёжное поручение № / });
  await paidBy.waitFor();
  expect(await page.getByRole('button', { name: 'Скопировать расчётный счёт' }).count()).toBe(0);
  expect(await page.getByText('40702810138250123017').isVisible()).toBe(false);
  await page.getByText('Реквизиты, по которым выставлен счёт').click();
  await page.getByText('Назначение платежа', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Скопировать (?!номер)/ }).count()).toBe(0);
  await expectNoViolations(page);
  await expectFit(page, 'invoice-paid');
  await paidBy.click();
  const credited = page.getByRole('dialog', { name: 'Операция' });
  const confirmation = await downloadBy(credited.getByRole('button', { name: 'Скачать PDF' }));
  expect(confirmation.suggestedFilename()).toMatch(/^Подтверждение платежа \S+ от [\d.]{10}\.pdf$/);
  await page.keyboard.press('Escape');
  await credited.waitFor({ state: 'detached' });
  expectNoConsoleErrors(page);

  await page.getByRole('link', { name: 'Документы', exact: true }).first().click();
  const row = page.getByRole('table', { name: 'Документы' }).getByRole('row', { name: `Счёт № ${number}` });
  await row.getByText('Оплачен').waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Операции' }).first().click();
  const operation = page.getByRole('table', { name: 'Операции' }).getByRole('row', { name: `По счёту № ${number}` });
  await operation.click();
  await page.getByRole('dialog', { name: 'Операция' }).getByRole('link', { name: 'Открыть счёт' }).click();
  await mainHeading(page, /120\s000,05/).waitFor();
  await page.getByRole('link', { name: '← Операции' }).click();
  await expectPlace(page, '/operations');
  await page.getByRole('link', { name: 'Переводы' }).click();
  const transfers = page.getByRole('table', { name: 'Банковские переводы' });
  await transfers.getByRole('row', { name: `Банковский перевод, счёт ${number}` }).waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'transfers');

  // A page that another one opened has that one's policy, which forbids what draws the PDF.
  const code = Buffer.from(await readPdfCode(await openPage({ bypassCSP: true }), pdf));
  const [windows1251, utf8] = ['windows-1251', 'utf-8'];
  const text = new TextDecoder(code.toString('latin1', 6, 7) === '1' ? windows1251 : utf8).decode(code);
  expect(text.slice(8)).toBe(
    'Name=ООО «Казна»|PersonalAcc=40702810138250123017|BankName=ПАО СБЕРБАНК|BIC=044525225|' +
      `CorrespAcc=30101810400000000225|KPP=771401001|PayeeINN=7736050003|Purpose=${purpose}|Sum=12000005`,
  );
});

test("a canceled invoice says so, and a stranger does not see another organization's", async () => {
  await fillBusiness(product, business);
  const page = await openAsCompany('/payments/create?method=invoice&amount=500');
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  await page.getByText('Ждёт оплаты').waitFor();
  const { pathname } = new URL(page.url());
  const stranger = await openAsCompany(pathname);
  await mainHeading(stranger, 'Счёт не найден').waitFor();
  await expectNoViolations(stranger);

  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('button', { name: 'Отменить счёт' }).click();
  const dialog = page.getByRole('dialog', { name: /^Отменить счёт № / });
  await dialog.getByRole('button', { name: 'Отменить счёт' }).click();
  await page.getByText('Счёт отменён, платить по нему не нужно.').waitFor();
  await page.getByRole('button', { name: 'Другие действия' }).waitFor({ state: 'detached' });
});

test('a person is not offered an invoice', async () => {
  const page = await openPage(signedIn(product, await openSession(product, await createPerson(product))));
  await page.goto(`${product.url}/payments/create`);
  await page.getByRole('radio', { name: 'СБП' }).waitFor();
  await page.getByText('Баланс организации').waitFor();
  expect(await page.getByRole('radio', { name: 'По счёту' }).count()).toBe(0);
});
