import { listKeys } from '@kazna/contract/admin/keys';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, expectFit, expectNoViolations, pollTimeout } from './harness/browser.ts';
import { ask } from './harness/calls.ts';
import { operator, operatorEnv } from './harness/operator.ts';
import { openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

const keyNames = async (tokens: Tokens) =>
  (await ask<{ items: { name: string }[] }>(product, tokens, listKeys.path)).items.map(({ name }) => name);

/** Fills in a new key and presses the button, which asks who it is. */
async function askForKey(name: string): Promise<{ page: Page; tokens: Tokens }> {
  const tokens = await openSession(product, operator);
  const page = await openPage(signedIn(product, tokens));
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.url}/admin/keys`);
  await page
    .getByRole('button', { name: /^Создать (первый )?ключ$/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Новый ключ' });
  await form.getByLabel('Название').fill(name);
  await form.getByLabel('payments:read').check();
  await form.getByLabel('Откуда принимать').fill('10.0.0.0/8');
  await form.getByRole('button', { name: 'Создать ключ' }).click();
  return { page, tokens };
}
const identityOf = (page: Page) => page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test('a new key asks for the password over its form, and the right one makes the key by the same call', async () => {
  const { page, tokens } = await askForKey('Выгрузка');
  const identity = identityOf(page);
  const password = identity.getByLabel('Пароль', { exact: true });
  await password.waitFor();
  await expect.poll(() => focusedName(page)).toBe('currentPassword');
  await expectNoViolations(page);
  await expectFit(page, 'admin-identity');
  await password.fill('не тот пароль');
  await page.keyboard.press('Enter');
  await identity.getByText('Текущий пароль введён неверно').first().waitFor();
  expect(await keyNames(tokens)).not.toContain('Выгрузка');
  await expectNoViolations(page);
  await password.fill(operator.password);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Ключ создан' }).getByLabel('Новый ключ', { exact: true }).waitFor();
  await expect.poll(() => identity.isHidden(), pollTimeout).toBe(true);
  expect((await keyNames(tokens)).filter((name) => name === 'Выгрузка')).toHaveLength(1);
});

test('Escape closes the question alone: the form below keeps everything and says that nothing changed', async () => {
  const { page, tokens } = await askForKey('Отчёты');
  const identity = identityOf(page);
  await identity.getByLabel('Пароль', { exact: true }).waitFor();
  await expect.poll(() => focusedName(page)).toBe('currentPassword');
  await page.keyboard.press('Escape');
  await expect.poll(() => identity.isHidden(), pollTimeout).toBe(true);
  const form = page.getByRole('dialog', { name: 'Новый ключ' });
  await form.getByText('Ничего не изменилось').waitFor();
  expect(await form.getByText('Закрыть окно? Введённое не сохранится.').count()).toBe(0);
  expect(await form.getByLabel('Название').inputValue()).toBe('Отчёты');
  expect(await form.getByLabel('Откуда принимать').inputValue()).toBe('10.0.0.0/8');
  expect(await form.getByLabel('payments:read').isChecked()).toBe(true);
  expect(await keyNames(tokens)).not.toContain('Отчёты');
  await form.getByRole('button', { name: 'Создать ключ' }).click();
  await identity.getByLabel('Пароль', { exact: true }).fill(operator.password);
  await identity.getByRole('button', { name: 'Подтвердить' }).click();
  await page.getByRole('dialog', { name: 'Ключ создан' }).waitFor();
  expect(await keyNames(tokens)).toContain('Отчёты');
});
