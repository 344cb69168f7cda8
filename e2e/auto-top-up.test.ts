import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  expectToast,
  mainHeading,
} from './harness/browser.ts';
import { activeOrganization, ask } from './harness/calls.ts';
import { expectBalance } from './harness/checkout.ts';
import { operator, operatorEnv } from './harness/operator.ts';
import { createPerson, linkIn, openSession, type Person, signedIn, type Tokens } from './harness/people.ts';
import { type Product, startProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;
let key: string;

beforeAll(async () => {
  product = await startProduct({ env: operatorEnv });
  const body = { name: 'Биллинг', scopes: ['charges:write'], networks: [], expiresAt: null };
  const staff = await openSession(product, operator);
  key = (await ask<{ key: string }>(product, staff, '/api/admin/keys', { method: 'POST', body })).key;
});
afterAll(() => product?.stop());

/** Letters about an organization leave every minute. */
const letterTimeout = { timeout: 120_000 };

async function letterTo({ email }: Person, subject: RegExp) {
  const find = () => product.mail(email, subject).catch(() => null);
  await expect.poll(find, letterTimeout).not.toBeNull();
  return product.mail(email, subject);
}

async function charge(organizationId: string, amountMinor: number): Promise<void> {
  const answer = await fetch(`${product.url}/v1/charges`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ organizationId, amountMinor, currency: 'RUB', description: 'Трафик' }),
  });
  expect(answer.status).toBe(201);
}

async function newCustomer(): Promise<{ person: Person; tokens: Tokens; organizationId: string; page: Page }> {
  const person = await createPerson(product);
  const tokens = await openSession(product, person);
  const organizationId = await activeOrganization(product, tokens);
  return { person, tokens, organizationId, page: await openPage(signedIn(product, tokens)) };
}

async function fillCard(page: Page, number: string, action: string): Promise<void> {
  await page.getByLabel('Номер карты').fill(number);
  await page.getByLabel('Срок действия').fill('12/40');
  await page.getByLabel('Код', { exact: true }).fill('123');
  await page.getByRole('button', { name: action }).click();
}

async function topUpSavingCard(page: Page, number: string): Promise<void> {
  await page.goto(`${product.url}/payments/create`);
  await page.getByLabel('Сумма').fill('1 500');
  await page.getByLabel('Сохранить карту').check();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await fillCard(page, number, 'Оплатить');
  await mainHeading(page, 'Оплата прошла').waitFor();
}

async function setRule(page: Page): Promise<void> {
  await page.getByLabel('Когда на балансе меньше').fill('1 000');
  await page.getByLabel('Пополнять до').fill('5 000');
  await page.getByLabel('Не больше за месяц').fill('20 000');
  await page.getByRole('button', { name: 'Включить автопополнение' }).click();
  await expectToast(page, 'Автопополнение включено');
}

test('a person saves a card with a top-up, sets the rule, a program charges, and the balance comes back with a letter', async () => {
  const { person, organizationId, page } = await newCustomer();
  await topUpSavingCard(page, '5555555555554444');

  await page.goto(`${product.url}/payments/create`);
  await page.getByRole('group', { name: 'Способ оплаты' }).getByLabel('Mastercard ·· 4444').check();
  await page.getByLabel('Сумма').fill('500');
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await mainHeading(page, 'Оплата прошла').waitFor();
  await expectBalance(page, '2 000,00 ₽');

  await page.goto(`${product.url}/organization/${organizationId}?tab=cards`);
  await page.getByRole('list', { name: 'Сохранённые карты' }).getByText('Mastercard ·· 4444').waitFor();
  await setRule(page);
  await page.getByText('Включено', { exact: true }).waitFor();
  await charge(organizationId, 150_000);
  await expectBalance(page, '5 000,00 ₽');
  await page.getByRole('list', { name: 'История автопополнений' }).getByText('4 500,00 ₽').waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'auto-top-up');
  expectNoConsoleErrors(page);
  await letterTo(person, /Автопополнение на 4/);
}, 240_000);

test('a card that the bank refuses pauses the rule, and the person follows the letter, saves another card and mends it', async () => {
  const { person, organizationId, page } = await newCustomer();
  await topUpSavingCard(page, '5555555555554469');
  await page.goto(`${product.url}/organization/${organizationId}?tab=cards`);
  await setRule(page);
  await charge(organizationId, 100_000);
  await page.getByText('Приостановлено', { exact: true }).waitFor();

  const letter = await letterTo(person, /Автопополнение приостановлено/);
  await page.goto(linkIn(letter, `/organization/${organizationId}`));
  await page.getByText('Приостановлено', { exact: true }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Сохранить карту' }).click();
  await mainHeading(page, 'Сохранение карты').waitFor();
  await fillCard(page, '2202474301322987', 'Сохранить карту');
  await page.getByRole('list', { name: 'Сохранённые карты' }).getByText('Мир ·· 2987').waitFor();
  await page.getByRole('button', { name: 'Выбрать другую карту' }).click();
  await page.getByLabel('Карта', { exact: true }).selectOption({ label: 'Мир ·· 2987' });
  await page.getByRole('button', { name: 'Сохранить правило' }).click();
  await expectToast(page, 'Правило сохранено');
  await expectBalance(page, '5 000,00 ₽');
  await page.getByText('Включено', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Действия: Мир ·· 2987' }).click();
  await page.getByRole('menuitem', { name: 'Удалить карту' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expectToast(page, 'Карта удалена');
  await page.getByText('Карту удалили. Выберите другую карту и возобновите автопополнение.').waitFor();
  expectNoConsoleErrors(page);
}, 240_000);
