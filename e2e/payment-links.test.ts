import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectGood,
  expectNoConsoleErrors,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

async function openAsOwner(path: string) {
  const person = await openSession(product, await createPerson(product));
  const tokens = await switchTo(product, person, await openCompany(product, person, 'ООО «Плательщик»'));
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url + path);
  return { page, tokens };
}

test('an owner makes a link, somebody without an account pays by it, and the list shows what came', async () => {
  const { page, tokens } = await openAsOwner('/payments/links');
  await page.getByText('Ссылок пока нет').waitFor();
  await expectGood(page, 'payment-links-empty');
  await page.getByRole('button', { name: 'Создать ссылку' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Сумма, ₽').fill('1500,50');
  await expectGood(page, 'payment-link-form');
  await dialog.getByRole('button', { name: 'Создать ссылку' }).click();
  const url = (await dialog.getByRole('status', { name: 'Ссылка на оплату' }).textContent()) as string;
  expect(url).toMatch(/\/pay\/[\w-]{22}$/);
  await expectGood(page, 'payment-link-made');
  await page.keyboard.press('Escape');
  await dialog.getByText('Закрыть окно? Ещё раз мы это не покажем.').waitFor();
  await dialog.getByRole('button', { name: 'Остаться' }).click();

  const guest = await openPage();
  await guest.goto(product.url + new URL(url).pathname);
  await mainHeading(guest, 'Пополнение баланса').waitFor();
  await guest.getByText('«Плательщик»').waitFor();
  await expectGood(guest, 'pay-by-link');
  await guest.getByRole('button', { name: /^Оплатить/ }).click();
  await guest.getByText('Пожалуйста, введите').first().waitFor();
  await guest.getByLabel('Почта для чека').fill('payer@example.ru');
  await guest.getByRole('button', { name: /^Оплатить 1\s500,50/ }).click();
  await guest.getByRole('link', { name: /5555 5555 5555 4444/ }).click();
  await guest.getByRole('button', { name: 'Оплатить' }).click();
  await mainHeading(guest, 'Оплата прошла').waitFor();
  await expectPlace(guest, /^\/pay\/result/);
  await expectGood(guest, 'pay-by-link-result');
  expect(await guest.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('oken');

  await guest.goto(product.url + new URL(url).pathname);
  await mainHeading(guest, 'Уже оплачено').waitFor();
  await guest.goto(`${product.url}/pay/AAAAAAAAAAAAAAAAAAAAAA`);
  await mainHeading(guest, 'Такой ссылки нет').waitFor();
  await expectNoViolations(guest);
  await expectFit(guest, 'pay-by-link-unknown');

  await page.reload();
  await page.getByText('1 платёж').waitFor();
  await expectGood(page, 'payment-links');
  await ask(product, tokens, '/api/payment-links', { method: 'POST', body: {} });
  await page.reload();
  await page.getByRole('button', { name: 'Отозвать: Пополнение баланса' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click();
  await expectToast(page, 'Ссылка отозвана');
  expectNoConsoleErrors(page);
});

test('a link that is revoked or expired says so and asks for no money, also on a page that was opened before', async () => {
  const { tokens } = await openAsOwner('/payments/links');
  const guest = await openPage();
  const newLink = async (body: object = {}) => {
    const made = await ask<{ id: string; url: string }>(product, tokens, '/api/payment-links', {
      method: 'POST',
      body,
    });
    return { id: made.id, address: product.url + new URL(made.url).pathname };
  };
  const shows = async (address: string, title: string, name: string) => {
    await guest.goto(address);
    await mainHeading(guest, title).waitFor();
    expect(await guest.getByRole('button', { name: /Оплатить/ }).count()).toBe(0);
    await expectGood(guest, name);
  };
  const revoked = await newLink({ amountMinor: 70_000 });
  const early = await openPage();
  await early.goto(revoked.address);
  await early.getByLabel('Почта для чека').fill('payer@example.ru');
  await ask(product, tokens, `/api/payment-links/${revoked.id}`, { method: 'DELETE' });
  await early.getByRole('button', { name: /^Оплатить 700/ }).click();
  await early.getByText(/Ссылку отозвали/).waitFor();
  await shows(revoked.address, 'Ссылку отозвали', 'pay-revoked');
  const soon = new Date(Date.now() + 2000).toISOString();
  const expired = await newLink({ expiresAt: soon });
  await expect
    .poll(async () => {
      await guest.goto(expired.address);
      await guest.getByRole('heading', { level: 1 }).waitFor();
      return mainHeading(guest, 'Срок ссылки прошёл').count();
    }, pollTimeout)
    .toBe(1);
  await expectGood(guest, 'pay-expired');
});

test('staff see both payment providers and choose who takes new payments', async () => {
  const page = await openStaffPage(openPage, product, '/admin');
  const section = page.getByRole('region', { name: 'Платёжные системы' });
  await section.getByRole('heading', { name: 'Т-Банк' }).waitFor();
  await expectGood(page, 'admin-providers');
  await section.getByLabel('Новые платежи картой').selectOption('tbank');
  await expectToast(page, 'Новые платежи картой: Т-Банк');
  const { page: payer } = await openAsOwner('/payments/create?amount=100');
  await payer.getByRole('button', { name: /^Оплатить/ }).click();
  await payer.getByText('2201 3820 0000 0013').waitFor();
  await expectFit(payer, 'tbank-checkout');
  await payer.getByRole('link', { name: /2201 3820 0000 0013/ }).click();
  await payer.getByRole('button', { name: 'Оплатить' }).click();
  await mainHeading(payer, 'Оплата прошла').waitFor();
  await payer.goto(`${product.url}/payments/${new URL(payer.url()).searchParams.get('paymentId')}`);
  await payer.getByRole('heading', { name: 'Чеки' }).waitFor();
  await expectGood(payer, 'payment-receipts');
  await page.reload();
  await expect.poll(() => section.getByText('Оплачено 1 из 1').count(), pollTimeout).toBeGreaterThan(0);
});

test('staff see receipts that the providers did not register, with the reason and what to do', async () => {
  const page = await openStaffPage(openPage, product, '/admin/users');
  const [id, createdAt] = ['00000000-0000-4000-8000-000000000001', '2026-11-01T01:00:00.000Z'];
  const receipt = {
    ...{ id, kind: 'settlement', month: '2026-10', provider: 'tbank', paymentId: id, organizationId: id },
    ...{ organizationName: 'ООО «Ромашка и партнёры»', amountMinor: 349_000, reason: 'outcome_unknown' },
    ...{ attempts: 4, createdAt },
  };
  await page.route('**/api/admin/receipts**', (route) =>
    route.fulfill({ json: { items: [receipt], nextCursor: null } }),
  );
  await page.route('**/api/admin/overview', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, attention: { ...body.attention, failedReceipts: 1 } } });
  });
  await page.goto(`${product.url}/admin/`);
  await page.getByRole('heading', { name: 'Чеки не пробиты: 1' }).waitFor();
  await page.getByText(/пробит ли чек, неизвестно/).waitFor();
  await expectGood(page, 'admin-failed-receipts');
  await page.getByRole('button', { name: /^Пробит вручную/ }).click();
  await page.getByLabel('Номер фискального документа').waitFor();
  await expectGood(page, 'admin-failed-receipt-made');
});
