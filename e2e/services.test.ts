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
import { ask } from './harness/calls.ts';
import { expectBalance, payByCard, payElsewhere, type StartedPayment, topUp } from './harness/checkout.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();
const name = `Облачная АТС ${process.pid}`;
let tariffs: Record<'start' | 'business' | 'seats' | 'tried', string>;

const terms = {
  ...{ priceMinor: 30_000, currency: 'RUB', period: { unit: 'month', count: 1 }, anchor: 'connection' },
  ...{ setupFeeMinor: 0, trialDays: 0, maxQuantity: 1, graceDays: 0, mayPause: true, refundOnStop: true, meters: [] },
};

beforeAll(async () => {
  const staff = await openStaffSession(product);
  const post = <T>(path: string, body: object) => ask<T>(product, staff, path, { method: 'POST', body });
  const service = { name, documentName: 'Услуги связи', unit: 'номер', group: 'Связь', isVisible: true };
  const description = 'Телефония для отделов продаж.\n\n- **запись** разговоров';
  const { id } = await post<{ id: string }>('/api/admin/services', { ...service, description });
  const tariff = async (called: string, changes: object = {}) => {
    const body = { name: called, isVisible: true, version: { ...terms, ...changes } };
    return (await post<{ id: string }>(`/api/admin/services/${id}/tariffs`, body)).id;
  };
  const promises = { isAllowed: true, maxMinor: 100_000, days: 5, everyDays: 30 };
  await ask(product, staff, '/api/admin/promised-payments', { method: 'PUT', body: promises });
  tariffs = {
    start: await tariff('Старт'),
    business: await tariff('Бизнес', { priceMinor: 90_000 }),
    seats: await tariff('По номерам', { priceMinor: 10_000, maxQuantity: 10 }),
    tried: await tariff('Пробный', { priceMinor: 50_000, trialDays: 14, graceDays: 3 }),
  };
});

async function openCustomer({ paidMinor = 0, width = 1440 } = {}): Promise<{ page: Page; tokens: Tokens }> {
  const tokens = await openSession(product, await createPerson(product));
  if (paidMinor > 0) await topUp(product, tokens, { amountMinor: paidMinor });
  return { tokens, page: await openPage({ ...signedIn(product, tokens), viewport: { width, height: 900 } }) };
}

function connect(tokens: Tokens, tariffId: string, quantity = 1): Promise<{ id: string }> {
  const headers = { 'idempotency-key': randomUUID() };
  return ask(product, tokens, '/api/subscriptions', { method: 'POST', headers, body: { tariffId, quantity } });
}

/** Moves the end of the trial to today, as if its days had passed. */
async function endTrial(id: string): Promise<void> {
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  const today = `(business_now() at time zone 'Europe/Moscow')::date`;
  try {
    await db.queryText(
      `update subscriptions set started_on = ${today} - 14, trial_to = ${today}, anchor = ${today}, charged_to = ${today},
         next_step_at = now() where id = $1`,
      [id],
    );
  } finally {
    await db.close();
  }
}

test('a single tariff stands beside the description of its service, and below it on a phone', async () => {
  const staff = await openStaffSession(product);
  const post = <T>(path: string, body: object) => ask<T>(product, staff, path, { method: 'POST', body });
  const called = `Домен ${process.pid}`;
  const service = { name: called, documentName: 'Домен', unit: 'шт', group: 'Домены', isVisible: true };
  const { id } = await post<{ id: string }>('/api/admin/services', { ...service, description: 'Имя сайта' });
  await post(`/api/admin/services/${id}/tariffs`, { name: 'Год', isVisible: true, version: terms });
  const { page } = await openCustomer();
  await page.goto(`${product.url}/services/`);
  const heading = page.getByRole('heading', { name: called });
  const tariff = page.getByRole('link', { name: `Подключить: ${called}, Год` });
  const isBeside = async () => {
    const [left, right] = [await heading.boundingBox(), await tariff.boundingBox()];
    return left !== null && right !== null && left.x + left.width < right.x;
  };
  await tariff.waitFor();
  expect(await isBeside()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(isBeside, pollTimeout).toBe(false);
});

test('a customer connects a tariff of the catalogue from the balance', async () => {
  const { page } = await openCustomer({ paidMinor: 100_000 });
  await page.goto(`${product.url}/services/`);
  await page.getByRole('link', { name: `Подключить: ${name}, Старт` }).click();
  await mainHeading(page, `Подключить: ${name}`).waitFor();
  await page.getByText('Следующее списание').waitFor();
  await expectFit(page, 'connect');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Подключить за 300,00 ₽' }).click();
  await mainHeading(page, name).waitFor();
  await page.getByText('Работает', { exact: true }).waitFor();
  await expectToast(page, 'Услуга подключена');
  await expectBalance(page, '700,00 ₽');
  await expectFit(page, 'subscription');
  await expectNoViolations(page);
  await page.getByRole('link', { name: '← Услуги' }).click();
  await mainHeading(page, 'Услуги').waitFor();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await expectFit(page, 'services');
  await expectNoViolations(page);
  expectNoConsoleErrors(page);
});

test('a customer without money pays for a tariff on the screen that connects it', async () => {
  const { page } = await openCustomer({ width: 390 });
  await page.goto(`${product.url}/services/connect/${tariffs.seats}`);
  await page.getByLabel('Количество, номер').fill('3');
  await page.getByRole('button', { name: 'Оплатить 300,00 ₽' }).click();
  await payByCard(page);
  await mainHeading(page, 'Оплата прошла').waitFor();
  await page.getByText(`Услуга «${name}», тариф «По номерам» подключена. Плата за неё списана с баланса.`).waitFor();
  // The balance that the payment made is gone by then.
  expect(await page.getByText('300,00 ₽', { exact: true }).count()).toBe(1);
  await page.getByRole('link', { name: 'Открыть услугу' }).click();
  await mainHeading(page, name).waitFor();
  await page.getByText('Тариф «По номерам» · 3 × номер').waitFor();
});

test('a payment for a tariff whose page was closed connects it once', async () => {
  const { page, tokens } = await openCustomer();
  await page.goto(`${product.url}/services/connect/${tariffs.start}`);
  await page.getByRole('button', { name: 'Оплатить 300,00 ₽' }).click();
  await page.getByLabel('Номер карты').waitFor();
  await page.goto('about:blank');
  const { items } = await ask<{ items: [StartedPayment] }>(product, tokens, '/api/payments');
  await payElsewhere(items[0]);
  const connected = async () => {
    const list = await ask<{ items: { status: string }[] }>(product, tokens, '/api/subscriptions');
    return list.items.map(({ status }) => status);
  };
  await expect.poll(connected, pollTimeout).toEqual(['active']);
  await page.goto(`${product.url}/services/`);
  const list = page.getByRole('list', { name: 'Подключённые услуги' });
  await list.getByText('Работает', { exact: true }).waitFor();
  expect(await list.getByRole('link', { name, exact: true }).count()).toBe(1);
  await expectBalance(page, '0,00 ₽');
});

test('a balance that was spent meanwhile leaves the chosen quantity and offers to pay what lacks', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 40_000 });
  // Without live updates the page does not learn of the charge.
  await page.route('**/api/events*', (route) => route.abort());
  await page.goto(`${product.url}/services/connect/${tariffs.seats}`);
  await page.getByLabel('Количество, номер').fill('2');
  await page.getByRole('button', { name: 'Подключить за 200,00 ₽' }).waitFor();
  await connect(tokens, tariffs.start);
  await page.getByRole('button', { name: 'Подключить за 200,00 ₽' }).click();
  await page.getByRole('alert').getByText('не хватает денег').waitFor();
  await page.getByRole('button', { name: 'Оплатить 100,00 ₽' }).waitFor();
  expect(await page.getByLabel('Количество, номер').inputValue()).toBe('2');
});

test('a dearer tariff shows both lines and their sum before it is charged', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 100_000 });
  const { id } = await connect(tokens, tariffs.start);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Сменить тариф' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Бизнес').check();
  await dialog.getByText('\u2212300,00 ₽').waitFor();
  await dialog.getByText('900,00 ₽', { exact: true }).waitFor();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Изменить за 600,00 ₽' }).click();
  await page.getByText('Тариф «Бизнес»', { exact: true }).waitFor();
  await expectBalance(page, '100,00 ₽');
});

test('a cheaper tariff waits for the end of what is paid, and can be given up', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 100_000 });
  const { id } = await connect(tokens, tariffs.business);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Сменить тариф' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Старт').check();
  await dialog.getByText('Сейчас ничего не спишем').waitFor();
  await dialog.getByRole('button', { name: 'Назначить смену' }).click();
  await page.getByText(/^С .+ — тариф «Старт»/).waitFor();
  await page.getByRole('button', { name: /^Отменить смену/ }).click();
  await page.getByText(/^С .+ — тариф «Старт»/).waitFor({ state: 'detached' });
});

test('a tariff without seats takes one of several, and says so before it is chosen', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 100_000 });
  const { id } = await connect(tokens, tariffs.seats, 4);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Сменить тариф' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Бизнес').check();
  await dialog.getByText(/^Сейчас у вас 4/).waitFor();
  await dialog.getByRole('button', { name: 'Изменить за 500,00 ₽' }).click();
  await page.getByText('Тариф «Бизнес»', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expectBalance(page, '100,00 ₽');
  expectNoConsoleErrors(page);
});

test('a customer changes the quantity with both lines shown', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 100_000 });
  const { id } = await connect(tokens, tariffs.seats, 2);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Изменить количество' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Количество, номер').fill('5');
  await dialog.getByText('\u2212200,00 ₽').waitFor();
  await dialog.getByText('500,00 ₽', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Изменить за 300,00 ₽' }).click();
  await page.getByText('Тариф «По номерам» · 5 × номер').waitFor();
  await expectBalance(page, '500,00 ₽');
});

test('a stop at once gives the unused days back and the service goes to the disconnected ones', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 30_000 });
  const { id } = await connect(tokens, tariffs.start);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('button', { name: 'Отключить услугу' }).click();
  const dialog = page.getByRole('dialog', { name: /^Отключить/ });
  await dialog.getByLabel(/^Сейчас/).check();
  await dialog.getByRole('button', { name: 'Отключить', exact: true }).click();
  await page.getByText('Отключена', { exact: true }).first().waitFor();
  await page.getByText(/: возврат за /).waitFor();
  await page.goto(`${product.url}/services/`);
  await page.getByText('Пока ничего не подключено').waitFor();
  await page.getByRole('button', { name: 'Показать отключённые: 1' }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
});

test('a service that waits for money stands on the start page, and a promised payment makes it work', async () => {
  const { page, tokens } = await openCustomer();
  const { id } = await connect(tokens, tariffs.tried);
  await endTrial(id);
  await page.goto(product.url);
  const attention = page.getByRole('region', { name: 'Требует внимания' });
  await attention.getByText(name).first().waitFor();
  await page.goto(`${product.url}/services/`);
  await page.getByText('Ждёт оплаты', { exact: true }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Взять обещанный платёж' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Взять обещанный платёж' }).click();
  await expectToast(page, 'Обещанный платёж взят');
  await page.getByText('Работает', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Обещанный платёж' })
    .getByText(/^Обещанный платёж: .+ по /)
    .waitFor();
  await expectBalance(page, '\u2212500,00 ₽');
  await expectNoViolations(page);
  await page.goto(`${product.url}/operations/`);
  await page
    .getByRole('row', { name: /Обещанный платёж/ })
    .getByText('не деньги', { exact: true })
    .waitFor();
  await expectNoViolations(page);
});

test('a stop at the end of the period has the safe choice focused and can be taken back', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 100_000, width: 390 });
  const { id } = await connect(tokens, tariffs.start);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('button', { name: 'Отключить услугу' }).click();
  const dialog = page.getByRole('dialog', { name: /^Отключить/ });
  await dialog.getByLabel(/^В конце периода/).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Не отключать');
  await dialog.getByRole('button', { name: 'Отключить', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Отключается', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Не отключать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Не отключать' }).click();
  await page.getByText('Работает', { exact: true }).waitFor();
  await expectPlace(page, new RegExp(`^/services/${id}`));
});

test('a pause gives the unused days back and a resumption charges them', async () => {
  const { page, tokens } = await openCustomer({ paidMinor: 30_000 });
  const { id } = await connect(tokens, tariffs.start);
  await page.goto(`${product.url}/services/${id}`);
  await page.getByRole('button', { name: 'Поставить на паузу' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Дни с .+ вернём на баланс сразу/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Поставить на паузу' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByText('На паузе', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Возобновить' }).click();
  await page.getByRole('dialog').getByText('Спишем сейчас').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Возобновить' }).click();
  await page.getByText('Работает', { exact: true }).waitFor();
  await expectBalance(page, '0,00 ₽');
});
