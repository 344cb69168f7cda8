import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectGood,
  expectNoConsoleErrors,
  expectPlace,
  expectToast,
  pollTimeout,
} from './harness/browser.ts';
import { activeOrganization, ask, company, openCompany, switchTo } from './harness/calls.ts';
import { expectBalance, textOf, topUp } from './harness/checkout.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

const own = { amountMinor: 1_111_100, description: 'Своими деньгами' };
const companys = { amountMinor: 2_222_200, description: 'Деньгами компании' };

test('every tab follows an organization switch and shows no data of the previous one', async () => {
  const personal = await openSession(product, await createPerson(product));
  const personalId = await activeOrganization(product, personal);
  await topUp(product, personal, own);
  const tokens = await switchTo(product, personal, await openCompany(product, personal));
  const companyId = await activeOrganization(product, tokens);
  const { id: paymentId } = await topUp(product, tokens, companys);

  const first = await openPage(signedIn(product, tokens));
  await first.goto(`${product.url}/payments`);
  const tabs = [first];
  const places = [`/payments/${paymentId}`, `/organization/${companyId}`, `/dashboard/${companyId}`, '/'];
  for (const place of places) {
    const tab = await first.context().newPage();
    await tab.goto(product.url + place);
    tabs.push(tab);
  }
  for (const tab of tabs) await expectBalance(tab, '22 222,00 ₽');
  await first.getByText(companys.description).first().waitFor();

  await first.getByRole('button', { name: `Организация: ${company.name}` }).click();
  await first.getByRole('list', { name: 'Ваши организации' }).getByRole('button', { name: 'Личный счёт' }).click();

  for (const tab of tabs) {
    await tab.getByRole('button', { name: 'Организация: Личный счёт' }).waitFor();
    await expectBalance(tab, '11 111,00 ₽');
  }
  await expectToast(first, 'Вы работаете от имени «Личный счёт»');
  const [list, payment, organization, dashboard] = tabs as [Page, Page, Page, Page];
  for (const tab of [list, payment]) {
    await expectPlace(tab, '/payments');
    await tab.getByText(own.description).first().waitFor();
  }
  await expectPlace(organization, `/organization/${personalId}`);
  await expectPlace(dashboard, `/dashboard/${personalId}`);
  for (const tab of tabs) {
    const left = async () => {
      const shown = await textOf(tab);
      return [company.name, companys.description, '22 222'].filter((text) => shown.includes(text));
    };
    await expect.poll(left, { ...pollTimeout, message: tab.url() }).toEqual([]);
    // One more request for the payment is allowed before its tab navigates away.
    expectNoConsoleErrors(tab, tab === payment ? /404/ : undefined);
  }
});

test('a form asks for whom it goes on when another tab switches the organization, and keeps what was typed', async () => {
  const personal = await openSession(product, await createPerson(product));
  const tokens = await switchTo(product, personal, await openCompany(product, personal));
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/requests/new`);
  await page.getByLabel('Тема').selectOption('money');
  await page.getByLabel('Сообщение').fill('У компании кассовый разрыв');
  const links = await page.context().newPage();
  await links.goto(`${product.url}/payments/links`);
  await links.getByRole('button', { name: 'Создать ссылку' }).click();
  await links.getByLabel('Сумма, ₽').fill('5000');
  const topUpPage = await page.context().newPage();
  await topUpPage.goto(`${product.url}/payments/create?amount=700`);
  await topUpPage.getByRole('button', { name: 'Оплатить 700,00 ₽' }).waitFor();

  const other = await page.context().newPage();
  await other.goto(`${product.url}/payments`);
  await other.getByRole('button', { name: `Организация: ${company.name}` }).click();
  await other.getByRole('list', { name: 'Ваши организации' }).getByRole('button', { name: 'Личный счёт' }).click();

  for (const [tab, submit] of [
    [page, 'Отправить'],
    [links, 'Создать ссылку'],
    [topUpPage, /^Оплатить/],
  ] as const) {
    const form = tab.locator('form');
    await form.getByRole('alert').getByText(`Вы начали от имени ${company.name}`).waitFor();
    expect(await form.getByRole('button', { name: submit }).count()).toBe(0);
  }
  expect(await links.getByLabel('Сумма, ₽').inputValue()).toBe('5000');
  await links.getByRole('button', { name: 'Продолжить' }).click();
  await links.locator('form').getByRole('button', { name: 'Создать ссылку' }).waitFor();
  await expectGood(page, 'request-of-another-organization');
  await page.getByRole('button', { name: 'Вернуться' }).click();
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByRole('heading', { name: /Обращение №/ }).waitFor();
  await page.getByRole('button', { name: `Организация: ${company.name}` }).waitFor();
  await page.getByText('У компании кассовый разрыв').waitFor();
});

test('losing an organization switches to another one, with a retry after a refusal', async () => {
  const person = await createPerson(product);
  const elsewhere = await openSession(product, person);
  const companyId = await openCompany(product, elsewhere);
  const page = await openPage(
    signedIn(product, await switchTo(product, await openSession(product, person), companyId)),
  );
  let tries = 0;
  await page.route('**/api/auth/refresh-with-organization*', (route) => {
    tries += 1;
    return tries === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue();
  });
  await page.clock.install();
  await page.goto(product.url);
  await page.getByRole('button', { name: `Организация: ${company.name}` }).waitFor();
  const body = { name: company.name };
  await ask(product, elsewhere, `/api/organizations/${companyId}`, { method: 'DELETE', body });
  const readLater = async () => {
    await page.clock.fastForward(60_000);
    return tries;
  };
  await expect.poll(readLater, { ...pollTimeout, interval: 500 }).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Организация: Личный счёт' }).waitFor();
});
