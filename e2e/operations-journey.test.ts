import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { browserForThisFile, expectGood, expectNoConsoleErrors, expectPlace, mainHeading } from './harness/browser.ts';
import { activeOrganization, ask } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { downloadBy } from './harness/download.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

test('a dashboard figure opens its operations, which can be filtered, exported and opened', async () => {
  const tokens = await openSession(product, await createPerson(product));
  const { id } = await topUp(product, tokens, { amountMinor: 200_000, description: 'Связь за май' });
  const body = { amountMinor: 30_000, reason: 'Передумали' };
  await ask(product, tokens, `/api/payments/${id}/refunds`, { method: 'POST', body });
  const page = await openPage(signedIn(product, tokens));

  await page.goto(`${product.url}/dashboard/${await activeOrganization(product, tokens)}`);
  await page.getByRole('link', { name: /^Списано 300,00\s₽/ }).click();
  await mainHeading(page, 'Операции').waitFor();
  await expectPlace(page, /^\/operations\?.*direction=out/);
  const table = page.getByRole('table', { name: 'Операции' });
  const row = (text: string) => table.getByRole('row').filter({ hasText: text });
  await row('Передумали').waitFor();
  expect(await row('Передумали').innerText()).toMatch(/Возврат[\s\S]*−300,00\s₽[\s\S]*1\s700,00\s₽/);
  expect(await row('Связь за май').count()).toBe(0);

  await page.getByRole('link', { name: 'Все операции' }).click();
  await row('Связь за май').waitFor();
  await page.getByRole('button', { name: 'Фильтр', exact: true }).click();
  await page.getByLabel('Вид операции').selectOption('Пополнение');
  await row('Передумали').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  const download = await downloadBy(page.getByRole('button', { name: 'Таблица CSV' }));
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('Связь за май');
  expect(file).not.toContain('Передумали');

  await row('Связь за май').click();
  await page.getByRole('dialog', { name: 'Операция' }).getByRole('link', { name: 'Открыть платёж' }).click();
  await mainHeading(page, /2\s000,00\s₽/).waitFor();
  await page.getByRole('link', { name: '← Операции' }).click();
  await expectPlace(page, /^\/operations\?.*kind=top_up/);
  await row('Связь за май').waitFor();
  expectNoConsoleErrors(page);
});

test('a charge opens from operations by the keyboard, with what it was for and its refunds, and is counted by service', async () => {
  const tokens = await openSession(product, await createPerson(product));
  const organizationId = await activeOrganization(product, tokens);
  await topUp(product, tokens, { amountMinor: 200_000 });
  const scopes = { name: 'Биллинг', scopes: ['charges:write'], networks: [], expiresAt: null };
  const staff = await openStaffSession(product);
  const { key } = await ask<{ key: string }>(product, staff, '/api/admin/keys', { method: 'POST', body: scopes });
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    const answer = await fetch(product.url + path, { method: 'POST', headers: keyed, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string };
  };
  const terms = { organizationId, currency: 'RUB', metadata: { margin: '40 %' } };
  const about = { service: 'Хостинг', description: 'Тариф за ноябрь' };
  const { id } = await post('/v1/charges', { ...terms, ...about, amountMinor: 50_000 });
  await post(`/v1/charges/${id}/refunds`, { amountMinor: 20_000, reason: 'Сбой' });

  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/operations/`);
  const link = page.getByRole('link', { name: 'Списание', exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Операция' });
  await sheet.getByRole('heading', { name: /^−500,00\s₽$/ }).waitFor();
  await expectPlace(page, /^\/operations\/?\?operation=/);
  const fact = (term: string) => sheet.locator('dl > div').filter({ hasText: term }).locator('dd');
  expect(await fact('Услуга').innerText()).toBe('Хостинг');
  expect(await fact('Баланс до').innerText()).toMatch(/^2\s000,00\s₽$/);
  expect(await fact('Баланс после').innerText()).toMatch(/^1\s500,00\s₽$/);
  await sheet.getByText(/^С учётом возвратов списано 300,00\s₽\.$/).waitFor();
  expect(await sheet.innerText()).not.toContain('40 %');
  await expectGood(page, 'charge');

  await sheet.getByRole('region', { name: 'Возвраты списания' }).getByRole('link').click();
  await sheet.getByRole('heading', { name: /^\+200,00\s₽$/ }).waitFor();
  await sheet.getByRole('link', { name: 'Открыть списание' }).click();
  await sheet.getByRole('heading', { name: /^−500,00\s₽$/ }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await expectPlace(page, /^\/operations\/?$/);
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.goForward();
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });

  await page.goto(`${product.url}/operations/${id}`);
  await sheet.getByRole('heading', { name: /^−500,00\s₽$/ }).waitFor();
  await sheet.getByRole('button', { name: 'Закрыть' }).click();
  await expectPlace(page, /^\/operations\/?$/);

  await page.goto(`${product.url}/dashboard/${organizationId}`);
  const spending = page.getByRole('region', { name: 'На что ушли деньги' });
  const figure = (title: string) =>
    spending
      .locator('dl > div')
      .filter({ hasText: title })
      .getByText(/300,00\s₽/);
  await figure('Всего за услуги').first().waitFor();
  await spending.getByRole('link', { name: /: Хостинг 300,00\s₽$/ }).waitFor();
  await spending.getByRole('link', { name: 'Хостинг', exact: true }).click();
  await page.getByText('Услуга: Хостинг').waitFor();
  await page.getByRole('table', { name: 'Операции' }).getByText('Возврат списания').waitFor();
  expectNoConsoleErrors(page);
});

test('dates are typed in the Russian format in any browser language, and an invalid one is marked', async () => {
  const tokens = await openSession(product, await createPerson(product));
  await topUp(product, tokens, { amountMinor: 50_000, description: 'Аванс' });
  const page = await openPage({ ...signedIn(product, tokens), locale: 'en-US' });
  for (const list of ['operations', 'payments']) {
    await page.goto(`${product.url}/${list}`);
    await page.getByRole('row').filter({ hasText: 'Аванс' }).waitFor();
    await page.getByRole('button', { name: 'Фильтр', exact: true }).click();
    const apply = page.getByRole('group', { name: 'Период' }).getByRole('button', { name: 'Применить' });
    expect(await page.getByLabel('С', { exact: true }).getAttribute('placeholder')).toBe('ДД.ММ.ГГГГ');
    await page.getByLabel('С', { exact: true }).pressSequentially('31022020');
    await apply.click();
    await page.getByText('Такой даты нет. Введите её так: 14.11.2026').waitFor();
    await page.getByLabel('С', { exact: true }).fill('');
    await page.getByLabel('С', { exact: true }).pressSequentially('01022020');
    await page.getByLabel('По', { exact: true }).fill('2.2.2020');
    await apply.click();
    await expectPlace(page, new RegExp(`^/${list}/?\\?from=2020-02-01&to=2020-02-02$`));
    await page.getByText('с 01.02.2020 по 02.02.2020').first().waitFor();
    await page.getByRole('row').filter({ hasText: 'Аванс' }).waitFor({ state: 'detached' });
  }
  expectNoConsoleErrors(page);
});
