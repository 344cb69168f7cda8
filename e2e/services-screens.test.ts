import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectGood,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage, openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;

productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

const openAsOperator = (path: string) => openStaffPage(openPage, product, path);
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

test('staff sell a service by the screens alone: service, tariff with an example bill, discount, customer, price change', async () => {
  const tokens = await openSession(product, await createPerson(product));
  const organizationId = await openCompany(product, tokens, 'ООО «Первый клиент»');
  await topUp(product, await switchTo(product, tokens, organizationId), { amountMinor: 1_000_000 });

  const page = await openAsOperator('/admin/services');
  await mainHeading(page, 'Услуги').waitFor();
  await page.getByText('Услуг пока нет').waitFor();
  await expectGood(page, 'admin-services-empty');
  await page.getByRole('button', { name: 'Добавить услугу' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: 'Добавить услугу' }).click();
  await dialog.getByText('Пожалуйста, введите название', { exact: true }).waitFor();
  await dialog.getByLabel('Название', { exact: true }).fill('Хостинг');
  await dialog.getByLabel('Название для документов').fill('Услуги хостинга');
  await dialog.getByLabel('Описание', { exact: true }).fill('Место с **копиями**');
  await dialog.getByRole('button', { name: 'Как увидят' }).click();
  await dialog.locator('strong', { hasText: 'копиями' }).waitFor();
  await expectGood(page, 'admin-service-form');
  await dialog.getByRole('button', { name: 'Добавить услугу' }).click();
  await expectToast(page, 'Услуга добавлена');

  await page.getByRole('link', { name: 'Добавить тариф услуги Хостинг' }).click();
  await mainHeading(page, 'Новый тариф').waitFor();
  await page.getByLabel('Название', { exact: true }).fill('Базовый');
  await page.getByLabel('Со дня подключения').check();
  await page.getByLabel('Цена за период').fill('900');
  const example = page.getByRole('region', { name: 'Пример счёта' });
  await expect.poll(async () => plain(await example.textContent()), pollTimeout).toContain('900,00 ₽');
  await page.getByLabel('Плата за подключение').fill('150');
  await expect.poll(async () => plain(await example.textContent()), pollTimeout).toContain('1 050,00 ₽');
  await expectGood(page, 'admin-tariff-form');
  await page.getByRole('button', { name: 'Добавить тариф' }).click();
  await expectToast(page, 'Тариф добавлен');
  await mainHeading(page, 'Базовый').waitFor();
  const tariffPlace = new URL(page.url()).pathname;

  await page.goto(`${product.url}/admin/organizations?organization=${organizationId}`);
  const sheet = page.getByRole('dialog', { name: 'Организация' });
  await sheet.getByRole('button', { name: 'Дать скидку' }).click();
  const discount = page.getByRole('dialog', { name: /^Скидка/ });
  await discount.getByLabel('Процент', { exact: true }).last().fill('10');
  await discount.getByLabel('Причина').fill('Первый клиент');
  await expectGood(page, 'admin-discount');
  await discount.getByRole('button', { name: 'Дать скидку' }).click();
  await sheet.getByText(/^10\s% на все тарифы, бессрочно/).waitFor();

  await sheet.getByRole('button', { name: 'Подключить услугу' }).click();
  const connecting = page.getByRole('dialog', { name: /^Подключить услугу/ });
  await connecting.getByLabel('Тариф', { exact: true }).selectOption({ index: 1 });
  // 900 ₽ without 10 %, and 150 ₽ at the start.
  await connecting.getByText('960,00\u00a0₽').waitFor();
  await connecting.getByLabel('Причина').fill('По телефону');
  await expectGood(page, 'admin-connect');
  await connecting.getByRole('button', { name: 'Подключить услугу' }).click();
  await expectToast(page, 'Услуга подключена');
  await sheet.getByRole('link', { name: 'Хостинг, Базовый' }).click();
  await expectPlace(page, /^\/admin\/subscriptions\?subscription=/);
  const opened = page.getByRole('dialog', { name: 'Подписка' });
  await opened.getByText(/^810,00\s₽ в\sмесяц/).waitFor();
  await expectGood(page, 'admin-subscription');

  await page.goto(`${product.url}${tariffPlace}`);
  await page.getByRole('link', { name: 'Изменить цену' }).click();
  await page.getByLabel('Цена за период').fill('1200');
  const plan = page.getByRole('region', { name: 'План' });
  await expect.poll(async () => plain(await plan.textContent())).toContain('1 подписка: 1 200,00 ₽ в месяц');
  await page.getByLabel('Подключённым с', { exact: true }).fill('01.01.2020');
  await plan.getByText('Слишком рано').waitFor();
  await page.getByRole('button', { name: 'Назначить цену' }).click();
  await page
    .getByRole('alert')
    .getByText(/не раньше чем через 14 дней/)
    .waitFor();
  expect(plain(await page.getByLabel('Цена за период').inputValue())).toBe('1 200');
  await page.getByLabel('Подключённым с', { exact: true }).fill('01.06.2099');
  // The refused date above is in the console.
  await expectNoViolations(page);
  await expectFit(page, 'admin-price-change');
  await page.getByRole('button', { name: 'Назначить цену' }).click();
  await expectToast(page, 'Новая цена назначена');
  const versions = page.getByRole('table', { name: 'Версии тарифа' });
  await expect.poll(() => versions.getByRole('row').count(), pollTimeout).toBe(3);
  await expectNoViolations(page);
  await expectFit(page, 'admin-tariff');

  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('button', { name: 'Удалить тариф' }).click();
  const question = page.getByRole('dialog', { name: /^Удалить тариф/ });
  await question.getByRole('button', { name: 'Удалить тариф' }).click();
  await question.getByText(/хоть раз подключали, удалить нельзя/).waitFor();
});

test('staff change a customer’s subscription and stop it, each with a reason', async () => {
  const tokens = await openSession(product, await createPerson(product));
  const organizationId = await openCompany(product, tokens, 'ООО «Второй клиент»');
  await topUp(product, await switchTo(product, tokens, organizationId), { amountMinor: 1_000_000 });
  const { small, large } = await makeTariffs();
  await connectFor(organizationId, small, 3);

  const page = await openAsOperator('/admin/subscriptions?q=Второй');
  await page.getByRole('table', { name: 'Подписки' }).getByRole('link', { name: 'ООО «Второй клиент»' }).click();
  const sheet = page.getByRole('dialog', { name: 'Подписка' });
  await sheet.getByRole('button', { name: 'Изменить', exact: true }).click();
  const changing = page.getByRole('dialog', { name: /^Изменить/ });
  await changing.getByLabel('Тариф', { exact: true }).selectOption(large);
  await changing.getByText('2 000,00\u00a0₽', { exact: true }).waitFor();
  await changing.getByRole('button', { name: 'Изменить подписку' }).click();
  await changing.getByText('Пожалуйста, введите причину').waitFor();
  await changing.getByLabel('Причина').fill('По звонку');
  await expectGood(page, 'admin-change');
  await changing.getByRole('button', { name: 'Изменить подписку' }).click();
  await expectToast(page, 'Подписка изменена');
  await sheet.getByRole('heading', { name: 'Диски, Большой' }).waitFor();

  await sheet.getByRole('button', { name: 'Остановить', exact: true }).click();
  const stopping = page.getByRole('dialog', { name: /^Остановить/ });
  await stopping.getByLabel('Сейчас').check();
  await stopping.getByLabel('Причина').fill('Попросили');
  await stopping.getByRole('button', { name: 'Остановить сейчас' }).click();
  await expectToast(page, 'Подписка остановлена');
  await sheet.getByText('Отключена', { exact: true }).waitFor();
  expect(await sheet.getByRole('button', { name: 'Остановить', exact: true }).count()).toBe(0);
});

const tariffTerms = {
  ...{ currency: 'RUB', period: { unit: 'month', count: 1 }, anchor: 'connection', setupFeeMinor: 0, trialDays: 0 },
  ...{ graceDays: 0, mayPause: true, refundOnStop: true, meters: [] },
};

async function makeTariffs(): Promise<{ small: string; large: string }> {
  const staff = await openStaffSession(product);
  const post = (path: string, body: object) => ask<{ id: string }>(product, staff, path, { method: 'POST', body });
  const service = { name: 'Диски', documentName: 'Хранение файлов', unit: 'диск', isVisible: true };
  const { id } = await post('/api/admin/services', service);
  const tariff = async (called: string, terms: object) => {
    const body = { name: called, isVisible: true, version: { ...tariffTerms, ...terms } };
    return (await post(`/api/admin/services/${id}/tariffs`, body)).id;
  };
  return {
    small: await tariff('Малый', { priceMinor: 10_000, maxQuantity: 10 }),
    large: await tariff('Большой', { priceMinor: 200_000, maxQuantity: 1 }),
  };
}

async function connectFor(organizationId: string, tariffId: string, quantity: number): Promise<void> {
  const path = `/api/admin/organizations/${organizationId}/subscriptions`;
  const headers = { 'idempotency-key': randomUUID() };
  const body = { tariffId, quantity, reason: 'По договору' };
  await ask(product, await openStaffSession(product), path, { method: 'POST', headers, body });
}

test('staff set the rules of promised payments, and the server keeps them', async () => {
  const page = await openAsOperator('/admin/business');
  await page.getByRole('button', { name: 'Разрешить' }).click();
  await page.getByLabel('Не больше, ₽').fill('2 500');
  await page.getByLabel('На сколько дней').fill('31');
  await page.getByRole('button', { name: 'Сохранить правила' }).click();
  await page.getByText('Значение не больше 30').waitFor();
  await page.getByLabel('На сколько дней').fill('7');
  await page.getByRole('button', { name: 'Сохранить правила' }).click();
  await expectToast(page, 'Правила сохранены');
  await page.reload();
  await page.getByText(/до 2\s500,00\s₽ на 7\sдней/).waitFor();
  await expectGood(page, 'admin-promised-payments');
});
