import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { browserForThisFile, expectNoConsoleErrors, expectPlace, expectToast, mainHeading } from './harness/browser.ts';
import { ask } from './harness/calls.ts';
import { expectBalance, payByCard, payElsewhere, startPayment, textOf, topUp } from './harness/checkout.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile({ hasMotion: true });
const product = sharedProduct();
let tokens: Tokens;

beforeEach(async () => {
  tokens = await openSession(product, await createPerson(product));
});

async function open(path: string): Promise<Page> {
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url + path);
  return page;
}

async function fillAndGo(page: Page, amount: string, method = 'Банковская карта'): Promise<void> {
  await page.getByLabel('Сумма').fill(amount);
  await page.getByRole('group', { name: 'Способ оплаты' }).getByLabel(method).check();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
}

test('a card and an SBP payment credit the balance by exactly their amounts', async () => {
  const page = await open('/payments/create');
  await expectBalance(page, '0,00 ₽');
  // With a no-break space, as pasted from a bank's page.
  await page.getByLabel('Сумма').fill('1\u00a0500,50');
  await page.getByText('1 500,50 ₽', { exact: true }).waitFor();
  await page.getByLabel('Назначение').fill('Аванс за март');
  await page.getByRole('button', { name: /^Оплатить/ }).dblclick();
  await payByCard(page);
  await mainHeading(page, 'Оплата прошла').waitFor();
  await expectPlace(page, /^\/payments\/success\?paymentId=[\w-]+&amount=150050&currency=RUB$/);
  await expectBalance(page, '1 500,50 ₽');

  await page.getByRole('link', { name: 'К платежам' }).click();
  await page.getByRole('row').filter({ hasText: 'Аванс за март' }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Аванс за март' }).count()).toBe(1);

  await page.goto(`${product.url}/payments/create`);
  await fillAndGo(page, '250', 'СБП');
  await page.getByRole('button', { name: 'Подтвердить оплату' }).click();
  await mainHeading(page, 'Оплата прошла').waitFor();
  await expectBalance(page, '1 750,50 ₽');
  expectNoConsoleErrors(page);
});

test('a stopped redirect to the provider can be repeated and leads to the same payment', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.clock.install();
  await page.goto(`${product.url}/payments/create`);
  await page.route('**/sandbox/**', (route) => route.abort('aborted'), { times: 1 });
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.isNavigationRequest()),
    fillAndGo(page, '410'),
  ]);
  await page.clock.fastForward(10_000);
  const button = page.getByRole('button', { name: /^Оплатить/ });
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false');
  await button.click();
  await payByCard(page);
  await mainHeading(page, 'Оплата прошла').waitFor();

  await page.goto(`${product.url}/payments/create`);
  await fillAndGo(page, '410');
  await payByCard(page);
  await mainHeading(page, 'Оплата прошла').waitFor();
  await expectBalance(page, '820,00 ₽');
  const { items } = await ask<{ items: object[] }>(product, tokens, '/api/payments');
  expect(items).toHaveLength(2);
});

test('five declined cards say what happened and what to do and credit nothing', async () => {
  const declines = [
    ['5555555555554600', 'Недостаточно средств. Пополните карту или выберите другой способ.'],
    ['5555555555554543', 'Срок действия карты истёк. Оплатите другой картой.'],
    ['5555555555554592', 'Банк не подтвердил оплату. Повторите и введите код или обратитесь в банк.'],
    ['5555555555554568', 'Платёж отклонён проверкой безопасности. Используйте другой способ.'],
    ['5555555555554550', 'Операции по карте запрещены. Обратитесь в банк.'],
  ] as const;
  const page = await open('/payments/create');
  await page.getByLabel('Сумма').fill('990');
  for (const [card, text] of declines) {
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    await payByCard(page, card);
    await mainHeading(page, 'Платёж не прошёл').waitFor();
    await expectPlace(page, /^\/payments\/error\?/);
    await page.getByText(text, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Попробовать ещё раз' }).click();
    await mainHeading(page, 'Пополнение').waitFor();
    expect(await page.getByLabel('Сумма').inputValue()).toBe('990');
  }
  await expectBalance(page, '0,00 ₽');
  expectNoConsoleErrors(page);
});

test('a declined card leads to СБП with the same amount', async () => {
  const page = await open('/payments/create');
  await page.getByLabel('Сумма').fill('990');
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await payByCard(page, '5555555555554600');
  await mainHeading(page, 'Платёж не прошёл').waitFor();
  await page.getByRole('link', { name: 'Оплатить по СБП' }).click();
  await mainHeading(page, 'Пополнение').waitFor();
  expect(await page.getByLabel('Сумма').inputValue()).toBe('990');
  await page.getByRole('radio', { name: /СБП/, checked: true }).waitFor();
});

test('a payment canceled at the checkout takes no money', async () => {
  const page = await open('/payments/create');
  await fillAndGo(page, '300');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await mainHeading(page, 'Платёж отменён').waitFor();
  await page.getByText('Платёж отменён, деньги разблокированы.', { exact: true }).waitFor();
  await expectBalance(page, '0,00 ₽');
});

test('a partial refund debits the balance by exactly its amount', async () => {
  const { id } = await topUp(product, tokens, { amountMinor: 200_000 });
  const page = await open(`/payments/${id}`);
  await expectBalance(page, '2 000,00 ₽');
  await page.getByRole('button', { name: 'Другие действия' }).click();
  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть деньги?' });
  await dialog.getByLabel('Сумма возврата').fill('2 000,01');
  await dialog.getByLabel('Причина').fill('Вернули лишнее');
  await dialog.getByRole('button', { name: 'Вернуть деньги' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel('Сумма возврата').fill('750,25');
  await dialog.getByText(/станет 1\s249,75/).waitFor();
  await dialog.getByRole('button', { name: /^Вернуть 750,25/ }).click();
  await expectToast(page, 'Возврат отправлен');
  await page.getByText('Возвращён частично').waitFor();
  await page.getByText('Часть денег возвращена тому, кто платил, остальное на балансе.').waitFor();
  await expectBalance(page, '1 249,75 ₽');
  await page.getByText('Вернули лишнее').first().waitFor();
});

test('digits of an amount are grouped while typing, and the summary says what the balance becomes', async () => {
  await topUp(product, tokens, { amountMinor: 100_000 });
  const page = await open('/payments/create');
  const amount = page.getByLabel('Сумма');
  await amount.pressSequentially('1234567,8');
  expect((await amount.inputValue()).replaceAll('\u00a0', ' ')).toBe('1 234 567,8');
  await page.getByRole('button', { name: 'Оплатить 1 234 567,80 ₽' }).click();
  await page.getByText('Сумма от 1,00 ₽ до 500 000,00 ₽').waitFor();
  expect((await amount.inputValue()).replaceAll('\u00a0', ' ')).toBe('1 234 567,8');
  await amount.fill('12500');
  await amount.press('ArrowLeft');
  await amount.press('ArrowLeft');
  await amount.press('Backspace');
  expect((await amount.inputValue()).replaceAll('\u00a0', ' ')).toBe('1 200');
  await amount.pressSequentially('7');
  expect((await amount.inputValue()).replaceAll('\u00a0', ' ')).toBe('12 700');
  await page.getByRole('complementary', { name: 'Что получится' }).getByText('13 700,00 ₽').waitFor();
  await page.getByRole('button', { name: '5 000', exact: true }).click();
  await page.getByRole('button', { name: 'Оплатить 5 000,00 ₽' }).waitFor();
  expectNoConsoleErrors(page);
});

test('tabs of payments count and list their states, and a row opens by the keyboard', async () => {
  await topUp(product, tokens, { amountMinor: 100_000, description: 'Первый' });
  await topUp(product, tokens, { amountMinor: 200_000, description: 'Второй' });
  await payElsewhere(await startPayment(product, tokens, { description: 'Третий' }), '5555555555554600');
  const page = await open('/payments');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row('Третий').getByText('Не прошёл: мало денег на карте').waitFor();
  await page.getByRole('link', { name: 'Оплаченные 2' }).click();
  await row('Третий').waitFor({ state: 'detached' });
  await expectPlace(page, /^\/payments\/?\?status=paid$/);
  await page.getByRole('link', { name: 'Второй' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await mainHeading(page, /1\s000,00\s₽/).waitFor();
  await page.getByText('Mastercard ·· 4444').waitFor();
  await page.getByRole('link', { name: '← Платежи' }).click();
  await expectPlace(page, /^\/payments\/?\?status=paid$/);
  await page.getByRole('link', { name: 'Не прошли 1' }).click();
  await row('Третий').waitFor();
  await page.getByRole('link', { name: 'Возвраты 0' }).click();
  await page.getByText('С такими фильтрами платежей нет').waitFor();
  expectNoConsoleErrors(page);
});

test('the purpose of a payment is readable at every width of the list', async () => {
  await topUp(product, tokens, { description: 'Аванс за март' });
  const page = await open('/payments');
  const purpose = page.getByRole('link', { name: 'Аванс за март' });
  await purpose.waitFor();
  for (const width of [390, 820, 1024, 1152, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const isCut = () =>
      purpose.evaluate(
        (link) => (link.closest('td') as HTMLElement).scrollWidth > (link.closest('td') as HTMLElement).clientWidth,
      );
    await expect.poll(isCut, { message: `at ${width} px` }).toBe(false);
  }
});

test('the result pages ignore forged search parameters', async () => {
  const forgedSearch = 'amount=99999900&currency=USD&error=hacked&errorDescription=Позвоните%20мошенникам';
  const paid = await topUp(product, tokens, { amountMinor: 12_300 });
  const declined = await startPayment(product, tokens, { amountMinor: 45_600 });
  await payElsewhere(declined, '5555555555554600');
  const stranger = await openSession(product, await createPerson(product));
  const foreign = await topUp(product, stranger, { amountMinor: 78_900 });
  const page = await openPage(signedIn(product, tokens));

  const cases = [
    [paid.id, 'Оплата прошла', '123,00 ₽'],
    [declined.id, 'Платёж не прошёл', 'Недостаточно средств. Пополните карту или выберите другой способ.'],
    [foreign.id, 'Платёж не найден', 'Такого платежа нет'],
    ['01890000-0000-7000-8000-000000000000', 'Платёж не найден', 'Такого платежа нет'],
    ['не-номер', 'Платёж не найден', 'Такого платежа нет'],
  ] as const;
  for (const address of ['success', 'error']) {
    for (const [id, title, text] of cases) {
      await page.goto(`${product.url}/payments/${address}?paymentId=${encodeURIComponent(id)}&${forgedSearch}`);
      await mainHeading(page, title).waitFor();
      await page.getByText(text).first().waitFor();
      const shown = await textOf(page);
      for (const lied of ['999 999', '$', 'USD', 'hacked', 'мошенникам', '789,00']) expect(shown).not.toContain(lied);
    }
  }
  expectNoConsoleErrors(page, /40[04]/);
});

test('the result page of a pending payment polls it to the end, whatever its URL says', async () => {
  const pending = await startPayment(product, tokens, { amountMinor: 64_000 });
  const page = await open(`/payments/success?paymentId=${pending.id}&amount=64000&currency=RUB`);
  await mainHeading(page, 'Проверяем оплату').waitFor();
  await expectBalance(page, '0,00 ₽');
  await payElsewhere(pending);
  await mainHeading(page, 'Оплата прошла').waitFor();
  await expectBalance(page, '640,00 ₽');
  expectNoConsoleErrors(page);
});
