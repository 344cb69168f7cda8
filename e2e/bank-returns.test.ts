import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { transfer } from '../server/tests/support/bank-statements.ts';
import { companyBody } from '../server/tests/support/organizations.ts';
import { writeStatement } from '../server/tests/support/statement-writer.ts';
import { browserForThisFile, expectGood, expectNoConsoleErrors, expectToast } from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, switchTo } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage, openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

/** A company whose transfer of 1 200 roubles is on its balance. */
async function newCustomer(name: string): Promise<{ tokens: Tokens; organizationId: string }> {
  await fillBusiness(product);
  const first = await openSession(product, await createPerson(product));
  const body = { ...companyBody(), name };
  const { id: organizationId } = await ask<{ id: string }>(product, first, '/api/organizations', {
    method: 'POST',
    body,
  });
  const tokens = await switchTo(product, first, organizationId);
  const { purpose } = await ask<{ purpose: string }>(product, tokens, '/api/invoices', {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: 120_000, currency: 'RUB' },
  });
  const staff = await openStaffSession(product);
  const uploaded = await fetch(`${product.url}/api/admin/bank-statements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.accessToken}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(writeStatement([transfer(body.inn, { purpose })])),
  });
  const { id } = (await uploaded.json()) as { id: string };
  await ask(product, staff, `/api/admin/bank-statements/${id}/post`, { method: 'POST', body: {} });
  return { tokens, organizationId };
}

test('a customer asks for bank money back, staff send it, and both see the payment order', async () => {
  const { tokens } = await newCustomer('ООО «Возврат»');
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/payments?status=transfers`);
  await page.getByText('Можно вернуть 1 200,00 ₽').waitFor();
  await expectGood(page, 'bank-returns-offer');
  await page.getByRole('button', { name: 'Вернуть на счёт в банке' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть на счёт в банке?' });
  const amount = dialog.getByLabel('Сумма возврата');
  await expect.poll(() => amount.inputValue()).toMatch(/^1\s200$/);
  await amount.fill('5 000');
  await dialog.getByRole('button', { name: 'Запросить возврат' }).click();
  await dialog.getByText('Не больше 1 200,00 ₽').first().waitFor();
  await amount.fill('500');
  await dialog.getByText('700,00 ₽', { exact: true }).waitFor();
  await dialog.getByLabel('Комментарий').fill('Договор расторгнут');
  await expectGood(page, 'bank-returns-dialog');
  await dialog.getByRole('button', { name: 'Запросить возврат' }).click();
  await expectToast(page, 'Возврат запрошен');
  const own = page.getByRole('list', { name: 'Возвраты на счёт в банке' });
  await own.getByText('В работе').waitFor();
  await page.getByText('Можно вернуть 700,00 ₽').waitFor();

  const staff = await openStaffPage(openPage, product, '/admin');
  await staff.getByRole('link', { name: 'Отправить или отклонить' }).click();
  const row = staff.getByRole('row', { name: /ООО «Возврат»/ });
  await row.getByText('40702810900000000001').waitFor();
  await row.getByText('Договор расторгнут').waitFor();
  await expectGood(staff, 'admin-bank-returns');
  await row.getByRole('button', { name: 'Отправили: ООО «Возврат», 500,00 ₽' }).click();
  const decision = staff.getByRole('dialog', { name: 'Отправили 500,00 ₽?' });
  await decision.getByLabel('Номер платёжного поручения').fill('77');
  await expectGood(staff, 'admin-bank-returns-dialog');
  await decision.getByRole('button', { name: 'Отметить возврат' }).click();
  await expectToast(staff, 'Возврат отмечен');
  await staff.getByRole('link', { name: 'Отправленные' }).click();
  await row.getByText('Поручение № 77').waitFor();
  await expectGood(staff, 'admin-bank-returns-sent');

  // The customer's open page hears of it by itself.
  await own.getByText('Платёжное поручение № 77').waitFor();
  await own.getByText('Вернули').waitFor();
  await expectGood(page, 'bank-returns-sent');
});

test('staff decline a return: the money is on the balance again, with the reason', async () => {
  const { tokens, organizationId } = await newCustomer('ООО «Отказ»');
  await ask(product, tokens, `/api/organizations/${organizationId}/bank-returns`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: 120_000, currency: 'RUB' },
  });
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/payments?status=transfers`);
  await page.getByText('Сейчас возвращать нечего').waitFor();
  const staff = await openStaffPage(openPage, product, '/admin/bank-returns');
  await staff.getByRole('button', { name: 'Отклонить: ООО «Отказ», 1 200,00 ₽' }).click();
  const decision = staff.getByRole('dialog', { name: 'Не возвращать 1 200,00 ₽?' });
  await decision.getByLabel('Причина').fill('Счёт закрыт банком');
  await decision.getByRole('button', { name: 'Вернуть на баланс' }).click();
  await expectToast(staff, 'Деньги вернулись на баланс');
  await page.getByText('Причина: Счёт закрыт банком. Деньги снова на балансе.').waitFor();
  await page.getByText('Можно вернуть 1 200,00 ₽').waitFor();
  for (const one of [page, staff]) expectNoConsoleErrors(one);
});

test('staff undo a correction by its opposite, after seeing its amount and reason', async () => {
  const { tokens, organizationId } = await newCustomer('ООО «Поправка»');
  const staffTokens = await openStaffSession(product);
  await ask(product, staffTokens, `/api/admin/organizations/${organizationId}/adjustments`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { amountMinor: -20_000, currency: 'RUB', reason: 'За лишний месяц' },
  });
  const staff = await openStaffPage(openPage, product, `/admin/organizations?organization=${organizationId}`);
  const ledger = staff.getByRole('list', { name: 'Движение денег' });
  await ledger.getByRole('button', { name: 'Отменить корректировку −200,00 ₽' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Отменить корректировку −200,00 ₽?' });
  await dialog.getByText('Причина корректировки: За лишний месяц').waitFor();
  await dialog.getByLabel('Причина', { exact: true }).fill('Месяц был нужен');
  await expectGood(staff, 'admin-undo-correction');
  await dialog.getByRole('button', { name: 'Зачислить 200,00 ₽' }).click();
  await expectToast(staff, 'Корректировка отменена');
  await ledger.getByText('Причина: Месяц был нужен').waitFor();
  await expect.poll(() => ledger.getByRole('button', { name: /^Отменить корректировку/ }).count()).toBe(0);
  await expectGood(staff, 'admin-undone-correction');
  const path = `/api/organizations/${organizationId}/balance`;
  const { items } = await ask<{ items: { amountMinor: number }[] }>(product, tokens, path);
  expect(items[0]?.amountMinor).toBe(120_000);
});
