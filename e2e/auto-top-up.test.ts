import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../server/src/platform/db/database.ts';
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
import { activeOrganization, ask } from './harness/calls.ts';
import { expectBalance } from './harness/checkout.ts';
import { dispatchLetters } from './harness/letters.ts';
import { createPerson, linkIn, openSession, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();
let key: string;

beforeAll(async () => {
  const body = { name: 'Биллинг', scopes: ['charges:write'], networks: [], expiresAt: null };
  const staff = await openStaffSession(product);
  key = (await ask<{ key: string }>(product, staff, '/api/admin/keys', { method: 'POST', body })).key;
});

const bellName = (page: Page) => () => page.getByRole('button', { name: /^Уведомления/ }).getAttribute('aria-label');
const untilBell = (page: Page, name: string) =>
  expect.poll(bellName(page), { ...pollTimeout, message: page.url() }).toBe(name);

async function charge(organizationId: string, amountMinor: number): Promise<void> {
  const answer = await fetch(`${product.url}/v1/charges`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ organizationId, amountMinor, currency: 'RUB', description: 'Трафик' }),
  });
  expect(answer.status).toBe(201);
}

/** The person withdraws the permission at the bank, and the minute that the rule rests after a success has passed. */
async function revokePermission(organizationId: string): Promise<void> {
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  const { rows } = await db.queryText(
    `with rested as (update auto_top_ups set next_attempt_at = now() where organization_id = $1 returning payment_method_id)
     select provider_method_id as id from payment_methods m join rested r on r.payment_method_id = m.id`,
    [organizationId],
  );
  await db.close();
  const answer = await fetch(`${product.url}/sandbox/control/payment_methods/${rows[0]?.id}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ decline_reason: 'permission_revoked' }),
  });
  expect(answer.status).toBe(200);
}

async function fillCard(page: Page, number: string, action: string): Promise<void> {
  await page.getByLabel('Номер карты').fill(number);
  await page.getByLabel('Срок действия').fill('12/40');
  await page.getByLabel('Код', { exact: true }).fill('123');
  await page.getByRole('button', { name: action }).click();
}

async function topUpSavingCard(page: Page): Promise<void> {
  await page.goto(`${product.url}/payments/create`);
  await page.getByLabel('Сумма').fill('1 500');
  await page.getByLabel('Сохранить карту').check();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await fillCard(page, '5555555555554444', 'Оплатить');
  await mainHeading(page, 'Оплата прошла').waitFor();
}

async function topUpBySavedCard(page: Page): Promise<void> {
  await page.goto(`${product.url}/payments/create`);
  await page.getByRole('group', { name: 'Способ оплаты' }).getByLabel('Мир ·· 2987').check();
  await page.getByLabel('Сумма').fill('500');
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await mainHeading(page, 'Оплата прошла').waitFor();
  await expectBalance(page, '5 500,00 ₽');
}

async function setRule(page: Page): Promise<void> {
  await page.getByLabel('Когда на балансе меньше').fill('1 000');
  await page.getByLabel('Пополнять до').fill('5 000');
  await page.getByLabel('Не больше за месяц').fill('20 000');
  await page.getByRole('button', { name: 'Включить автопополнение' }).click();
  await expectToast(page, 'Автопополнение включено');
  await page.getByText('Включено', { exact: true }).waitFor();
}

async function bindOtherCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить карту' }).click();
  await page.getByLabel('Не больше за месяц').fill('30 000');
  await page.getByRole('button', { name: 'Перейти к вводу карты' }).click();
  await mainHeading(page, 'Сохранение карты').waitFor();
  await expectNoViolations(page);
  await fillCard(page, '2202474301322987', 'Сохранить карту');
  await page.getByRole('list', { name: 'Сохранённые карты' }).getByText('Мир ·· 2987').waitFor();
}

test('a saved card brings the balance back, rings in two tabs and by letter; once refused, the person follows the letter and mends the rule', async () => {
  const person = await createPerson(product);
  const tokens = await openSession(product, person);
  const organizationId = await activeOrganization(product, tokens);
  const page = await openPage(signedIn(product, tokens));
  await topUpSavingCard(page);
  await page.getByRole('link', { name: 'Настроить автопополнение' }).click();
  await expectPlace(page, `/organization/${organizationId}?tab=cards`);
  await page.getByRole('list', { name: 'Сохранённые карты' }).getByText('Mastercard ·· 4444').waitFor();
  await setRule(page);

  const other = await page.context().newPage();
  await other.goto(`${product.url}/profile/`);
  await ask(product, tokens, '/api/notifications/read', { method: 'POST', body: { all: true } });
  for (const tab of [page, other]) await untilBell(tab, 'Уведомления');
  await charge(organizationId, 100_000);
  await expectBalance(page, '5 000,00 ₽');
  for (const tab of [page, other]) await untilBell(tab, 'Уведомления, непрочитанных: 1');
  await page.getByRole('list', { name: 'История автопополнений' }).getByText('4 500,00 ₽').waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'auto-top-up');
  await dispatchLetters(product);
  await product.mail(person.email, /Автопополнение на 4\s500,00/);

  await revokePermission(organizationId);
  await charge(organizationId, 450_000);
  await page.getByText('Приостановлено', { exact: true }).waitFor();
  await untilBell(other, 'Уведомления, непрочитанных: 2');
  await dispatchLetters(product);
  const letter = await product.mail(person.email, /Автопополнение приостановлено/);
  await page.goto(linkIn(letter, `/organization/${organizationId}`));
  await page.getByText('Приостановлено', { exact: true }).waitFor();
  await expectNoViolations(page);
  await bindOtherCard(page);
  await page.getByRole('button', { name: 'Выбрать другую карту' }).click();
  await page.getByLabel('Карта', { exact: true }).selectOption({ label: 'Мир ·· 2987' });
  await page.getByRole('button', { name: /^Сохранить и списать 4\s500,00\s₽ сейчас$/ }).click();
  await expectToast(page, 'Правило сохранено');
  await expectBalance(page, '5 000,00 ₽');
  await page.getByText('Включено', { exact: true }).waitFor();

  await topUpBySavedCard(page);
  await page.goto(`${product.url}/organization/${organizationId}?tab=cards`);
  await page.getByRole('button', { name: 'Действия: Мир ·· 2987' }).click();
  await page.getByRole('menuitem', { name: 'Удалить карту' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expectToast(page, 'Карта удалена');
  await page.getByText('Карту удалили. Выберите другую карту и возобновите автопополнение.').waitFor();
  expectNoConsoleErrors(page);
  expectNoConsoleErrors(other);
}, 240_000);

test('the button that switches automatic top-ups on names the sum that it charges at once, with the balance now and after', async () => {
  const tokens = await openSession(product, await createPerson(product));
  const organizationId = await activeOrganization(product, tokens);
  const page = await openPage(signedIn(product, tokens));
  await topUpSavingCard(page);
  await page.goto(`${product.url}/organization/${organizationId}?tab=cards`);
  await page.getByLabel('Когда на балансе меньше').fill('1 000');
  await page.getByLabel('Пополнять до').fill('5 000');
  await page.getByLabel('Не больше за месяц').fill('20 000');
  await page.getByText(/^Сейчас ничего не спишется/).waitFor();
  await page.getByRole('button', { name: 'Включить автопополнение' }).waitFor();

  await page.getByLabel('Когда на балансе меньше').fill('2 000');
  const button = page.getByRole('button', { name: /^Включить и списать 3\s500,00\s₽ сейчас$/ });
  await button.waitFor();
  for (const [term, amount] of [
    ['На балансе сейчас', /^1\s500,00\s₽$/],
    ['На балансе станет', /^5\s000,00\s₽$/],
  ] as const)
    await page.locator('dl > div').filter({ hasText: term }).getByText(amount).waitFor();
  await expectFit(page, 'auto-top-up-preview');

  await charge(organizationId, 10_000);
  await page.getByRole('button', { name: /^Включить и списать 3\s600,00\s₽ сейчас$/ }).click();
  await expectToast(page, 'Автопополнение включено');
  await expectBalance(page, '5 000,00 ₽');
  expectNoConsoleErrors(page);
});
