import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { businessBody } from '../server/tests/support/business.ts';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { payElsewhere, startPayment, topUp } from './harness/checkout.ts';
import { leaveClean, openScreen } from './harness/go-to.ts';
import { operator, operatorEnv } from './harness/operator.ts';
import { createPerson, newPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { type Product, startProduct } from './harness/product.ts';
import { openStaffSession } from './harness/staff.ts';

declare global {
  /** Cumulative layout shift. */
  var shift: number;
}

const { keepPage } = browserForThisFile();
const viewport = { width: 1440, height: 900 };
let product: Product;
let pages: Record<'owner' | 'newcomer' | 'operator', Page>;
let ids: Record<string, string>;

beforeAll(async () => {
  product = await startProduct({ env: operatorEnv });
  const person = await openSession(product, await createPerson(product, newPerson('Ольга Соколова')));
  const company = await openCompany(product, person);
  const owner = await switchTo(product, person, company);
  const newcomer = await openSession(product, await createPerson(product));
  pages = {
    owner: await keepPage({ viewport, ...signedIn(product, owner) }),
    newcomer: await keepPage({ viewport, ...signedIn(product, newcomer) }),
    operator: await keepPage({ viewport, ...signedIn(product, await openSession(product, operator)) }),
  };
  const { activeOrganizationId: empty, id: user } = await ask<{ activeOrganizationId: string; id: string }>(
    product,
    newcomer,
    '/api/profile',
  );
  ids = { company, empty, user, ...(await fillCompany(owner, company)) };
});
afterAll(() => product?.stop());

async function fillCompany(tokens: Tokens, company: string): Promise<Record<string, string>> {
  const invitation = { email: 'glavbuh-romashka@example.ru', role: 'accountant' };
  await ask(product, tokens, `/api/organizations/${company}/invitations`, { method: 'POST', body: invitation });
  const { id: paid } = await topUp(product, tokens, { amountMinor: 12_345_600, description: 'Аванс за март' });
  const refund = { amountMinor: 45_600, reason: 'Вернули лишнее' };
  await ask(product, tokens, `/api/payments/${paid}/refunds`, { method: 'POST', body: refund });
  const declined = await startPayment(product, tokens, { amountMinor: 99_000, method: 'card' });
  await payElsewhere(declined, '5555555555554600');
  const { id: pending } = await startPayment(product, tokens, { amountMinor: 50_000, method: 'sbp' });
  await ask(product, await openStaffSession(product), '/api/admin/business', {
    method: 'PATCH',
    body: { version: 0, data: businessBody },
  });
  const { id: invoice } = await ask<{ id: string }>(product, tokens, '/api/invoices', {
    method: 'POST',
    headers: { 'idempotency-key': 'invoice-of-screens' },
    body: { amountMinor: 12_000_005, currency: 'RUB', description: 'Услуги за ноябрь' },
  });
  return { paid, declined: declined.id, pending, invoice };
}

interface Screen {
  name: string;
  path: string;
  title: string;
  by?: keyof typeof pages;
  /** Text that marks the page as loaded. */
  shows: string | RegExp;
  /** Brings the page to the state to check. */
  reach?: (page: Page) => Promise<void>;
  /** Console error that is expected in this state. */
  expectedConsoleError?: RegExp;
}

const organization = { path: '/organization/{company}', title: 'Организация' };
const admins = { by: 'operator' } as const;

const screens: Screen[] = [
  { name: 'start-full', path: '/', title: 'Главная', shows: /Ольга Соколова/ },
  { name: 'palette', path: '/', title: 'Главная', shows: /Ольга Соколова/, reach: openPalette },
  { ...organization, name: 'organization', shows: 'Об организации' },
  { ...tab('members'), name: 'organization-members', shows: 'это вы' },
  { ...tab('invitations'), name: 'organization-invitations', shows: 'glavbuh-romashka@example.ru' },
  { ...tab('requisites'), name: 'organization-requisites', shows: 'КПП' },
  { ...tab('requisites'), name: 'organization-requisites-form', shows: 'КПП', reach: press('Изменить') },
  { ...tab('log'), name: 'organization-log', shows: 'glavbuh-romashka@example.ru' },
  { ...organization, name: 'organization-close', shows: 'Об организации', reach: openClosing },
  { name: 'organization-create', path: '/profile', title: 'Профиль', shows: 'Профиль', reach: createOrganization },
  { name: 'profile-full', path: '/profile', title: 'Профиль', shows: 'Заработано' },
  { name: 'operations', path: '/operations', title: 'Операции', shows: 'Аванс за март' },
  { name: 'operations-empty', path: '/operations', title: 'Операции', by: 'newcomer', shows: 'Операций пока нет' },
  { name: 'operations-period', path: '/operations', title: 'Операции', shows: 'Аванс за март', reach: openPeriod },
  { name: 'payments', path: '/payments', title: 'Платежи', shows: 'Аванс за март' },
  { name: 'payments-empty', path: '/payments', title: 'Платежи', by: 'newcomer', shows: /^Платежей пока нет/ },
  { name: 'payment-create', path: '/payments/create', title: 'Пополнение', shows: '123 000,00 ₽' },
  { name: 'documents', path: '/documents', title: 'Документы', shows: /^Счёт №\sКЗ-/ },
  { name: 'documents-empty', path: '/documents', title: 'Документы', by: 'newcomer', shows: 'Документов пока нет' },
  { name: 'invoice', path: '/invoices/{invoice}', title: 'Счёт', shows: 'Назначение платежа' },
  {
    name: 'invoice-send',
    path: '/invoices/{invoice}',
    title: 'Счёт',
    shows: 'ИНН',
    reach: press('Отправить бухгалтеру'),
  },
  { name: 'payment', path: '/payments/{paid}', title: 'Платёж', shows: 'Вернули лишнее' },
  { name: 'payment-pending', path: '/payments/{pending}', title: 'Платёж', shows: 'Оплатить до' },
  {
    name: 'payment-refund',
    path: '/payments/{paid}',
    title: 'Платёж',
    shows: 'Возвраты',
    reach: openRefund,
  },
  { ...result('success', 'paid'), name: 'result-success', shows: 'Оплата прошла' },
  { ...result('success', 'pending'), name: 'result-pending', shows: 'Проверяем оплату' },
  { ...result('error', 'declined'), name: 'result-error', shows: 'Платёж не прошёл' },
  { ...result('success', 'company'), name: 'result-unknown', shows: 'Платёж не найден', expectedConsoleError: /404/ },
  { name: 'dashboard', path: '/dashboard/{company}', title: 'Расходы', shows: 'Бюджет на месяц' },
  {
    name: 'dashboard-empty',
    path: '/dashboard/{empty}',
    title: 'Расходы',
    by: 'newcomer',
    shows: 'Здесь будет видно, на что ушли деньги',
  },
  { ...admins, name: 'admin', path: '/admin', title: 'Администрирование', shows: 'Нужно решение' },
  { ...admins, name: 'admin-users', path: '/admin/users', title: 'Пользователи', shows: 'Анна Ковалёва' },
  { ...admins, name: 'admin-user', path: '/admin/users?user={user}', title: 'Пользователи', shows: 'Открытых сеансов' },
  {
    ...admins,
    name: 'admin-organizations',
    path: '/admin/organizations',
    title: 'Организации',
    shows: 'ООО «Ромашка»',
  },
  {
    ...admins,
    name: 'admin-organization',
    path: '/admin/organizations?organization={company}',
    title: 'Организации',
    shows: 'Последние платежи',
  },
  {
    ...admins,
    name: 'admin-adjustment',
    path: '/admin/organizations?organization={company}',
    title: 'Организации',
    shows: 'Последние платежи',
    reach: press('Изменить баланс'),
  },
];

describe.each(screens)('$name', ({ name, path, title, by = 'owner', shows, reach, expectedConsoleError }) => {
  test('the screen is accessible in both themes, fits every width and logs no console errors', async () => {
    const page = pages[by];
    await openScreen(page, product.url + path.replace(/\{(\w+)\}/g, (_, key: string) => ids[key] ?? ''));
    await page.getByText(shows).first().waitFor();
    await page.getByText('@example.ru').first().waitFor();
    await expect.poll(() => page.title(), pollTimeout).toBe(`${title} — Казна`);
    await reach?.(page);
    await expectFit(page, name);
    await expectNoViolations(page);
    expectNoConsoleErrors(page, expectedConsoleError);
    if (!reach) leaveClean(page);
  });
});

test('a payment page that loads in pieces on a phone has no layout shift', async () => {
  const page = pages.owner;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shift += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const [payment, profile] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/profile', (route) => profile.promise.then(() => route.continue()));
  await page.route(`**/api/payments/${ids.pending}`, (route) => payment.promise.then(() => route.continue()));
  await page.goto(`${product.url}/payments/${ids.pending}`);
  await page.getByText('Способ оплаты').waitFor();
  payment.resolve();
  await page.getByText('Оплатить до').waitFor();
  profile.resolve();
  await page.getByRole('button', { name: 'Другие действия' }).waitFor();
  await page.unrouteAll();
  // Layout shifts are reported with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => globalThis.shift)).toBeLessThan(0.01);
});

test('the export format popup is not cut off', async () => {
  const page = pages.owner;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/payments`);
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  const labels = page.getByRole('dialog', { name: 'Вид файла' }).locator('button *');
  const isCut = (elements: Element[]) => elements.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await labels.first().waitFor();
  expect(await labels.evaluateAll(isCut)).toBe(false);
});

function tab(id: string) {
  return { path: `${organization.path}?tab=${id}`, title: organization.title };
}

function result(address: string, payment: string) {
  return { path: `/payments/${address}?paymentId={${payment}}`, title: 'Итог оплаты' };
}

/** The organization has money, so the dialog says what is in the way. */
async function openClosing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Закрыть организацию' }).click();
  await page.getByText('Сейчас закрыть её нельзя:').waitFor();
}

function press(name: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('textbox').first().waitFor();
  };
}

async function openRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await press('Вернуть деньги')(page);
}

async function openPeriod(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Фильтр', exact: true }).click();
  await page.getByLabel('С', { exact: true }).fill('31.02.2026');
  await page.getByRole('button', { name: 'Применить' }).click();
  await page.getByText(/^Такой даты нет/).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await mainHeading(page, /Ольга Соколова/).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByText('Платежи').first().waitFor();
}

async function createOrganization(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Организация: / }).click();
  await page.getByRole('link', { name: 'Создать организацию' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая организация' });
  await dialog.getByLabel('ИНН').fill('1234567890');
  await dialog.getByLabel('КПП').fill('771401001');
  await dialog.getByText('Контрольное число ИНН не сходится. Проверьте цифры').waitFor();
}
