import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, expectNoConsoleErrors, expectToast, mainHeading } from './harness/browser.ts';
import { ask } from './harness/calls.ts';
import { expectBalance, topUp } from './harness/checkout.ts';
import { createPerson, linkIn, newPerson, openSession, type Person, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

test('a referral earns one pending bonus, and a full refund reverses it', async () => {
  const referrer = await openSession(product, await createPerson(product));
  const page = await openPage(signedIn(product, referrer));
  await page.goto(`${product.url}/profile`);
  await expectBalance(page, '0,00 ₽');
  const link = page.getByText(/\/auth\/?\?mode=register&referrerCode=/).first();
  await link.waitFor();

  const newcomer = newPerson('Лев Орлов');
  const address = `${product.url}/auth/?mode=register&referrerCode=${await codeOf(referrer)}`;
  expect((await link.textContent())?.trim()).toBe(address);
  await registerByLink(await openPage(), address, newcomer);
  const tokens = await openSession(product, newcomer);
  // The profile stays open: live updates change its figures.
  await expectFigures(page, { Пришли: '1', Оплатили: '0', Заработано: 'Пока ничего' });

  const { id } = await topUp(product, tokens, { amountMinor: 500_000 });
  const held = { Пришли: '1', Оплатили: '1', 'Ждёт зачисления': '500,00 ₽', Заработано: 'Пока ничего' };
  await expectFigures(page, held);
  await page.getByText('Бонус зачислим через 14 дней после оплаты.').waitFor();
  await topUp(product, tokens, { amountMinor: 300_000 });
  await expectFigures(page, held);
  await expectBalance(page, '0,00 ₽');

  const theirs = await openPage(signedIn(product, tokens));
  await theirs.goto(`${product.url}/payments/${id}`);
  await theirs.getByRole('button', { name: 'Другие действия' }).click();
  await theirs.getByRole('button', { name: 'Вернуть деньги' }).click();
  const dialog = theirs.getByRole('dialog', { name: 'Вернуть деньги?' });
  await dialog.getByLabel('Причина').fill('Передумали');
  await dialog.getByRole('button', { name: /^Вернуть/ }).click();
  await expectToast(theirs, 'Возврат отправлен');
  await theirs.getByText('Деньги возвращены тому, кто платил.').waitFor();
  await page.getByText('Ждёт зачисления', { exact: true }).waitFor({ state: 'detached' });
  await expectFigures(page, { Пришли: '1', Оплатили: '1', Заработано: 'Пока ничего' });
  await expectBalance(page, '0,00 ₽');
  const { earned } = await ask<{ earned: { amountMinor: number }[] }>(product, referrer, '/api/profile/referrals');
  expect(earned.filter(({ amountMinor }) => amountMinor !== 0)).toEqual([]);
  expectNoConsoleErrors(page);
  expectNoConsoleErrors(theirs);
});

async function expectFigures(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [term, value] of Object.entries(figures)) {
    const pair = page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) });
    await pair.getByText(value, { exact: true }).waitFor();
  }
}

async function codeOf(tokens: Tokens): Promise<string> {
  return (await ask<{ referralCode: string }>(product, tokens, '/api/profile')).referralCode;
}

async function registerByLink(page: Page, link: string, { name, email, password }: Person): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Имя').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Пароль').fill(password);
  await page.getByLabel('Принимаю условия оферты').check();
  await page.getByLabel('Согласен на обработку персональных данных').check();
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await mainHeading(page, 'Проверьте почту').waitFor();
  await page.goto(linkIn(await product.mail(email, /Подтвердите/), '/auth/verify'));
  await expectToast(page, 'Адрес подтверждён');
}
