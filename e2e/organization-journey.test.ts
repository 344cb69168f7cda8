import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectNoConsoleErrors,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { ask, company, statusOf } from './harness/calls.ts';
import {
  createPerson,
  linkIn,
  newPerson,
  openSession,
  type Person,
  signedIn,
  storedTokens,
  type Tokens,
} from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

test('a company is created, invites members and changes its owner', async () => {
  const owner = await createPerson(product, newPerson('Ольга Соколова'));
  const page = await openPage(signedIn(product, await openSession(product, owner)));
  await page.goto(product.url);
  const id = await createCompany(page);
  const invited = newPerson('Пётр Иванов');
  await invite(page, invited);

  const guest = await openPage();
  await registerFromLetter(guest, invited);
  await switchThereAndBack(guest);
  await guest.getByRole('link', { name: 'Организация', exact: true }).click();
  await guest.getByRole('tab', { name: 'Участники' }).click();
  await guest.getByText(owner.email).waitFor();

  await makeAccountant(page, id, invited);
  await expectAccountantsPage(guest);
  await expectRefusals(await tokensOf(guest), id);
  expectNoConsoleErrors(guest, /403/);

  await transfer(page, invited);
  await guest.getByRole('tab', { name: 'Журнал' }).waitFor();
  await guest.getByText('ваша роль: владелец').waitFor();
  await leave(page, id);
  await guest.getByRole('tab', { name: 'Участники' }).click();
  const people = guest.getByRole('table', { name: 'Участники' });
  await people.getByText(invited.email).waitFor();
  await people.getByText(owner.email).waitFor({ state: 'detached' });
  expectNoConsoleErrors(page, /40[34]/);
});

function switcher(page: Page, name: string) {
  return page.getByRole('button', { name: `Организация: ${name}` });
}

async function createCompany(page: Page): Promise<string> {
  await switcher(page, 'Личный счёт').click();
  await page.getByRole('link', { name: 'Создать организацию' }).click();
  const form = page.getByRole('dialog', { name: 'Новая организация' });
  await form.getByLabel('Название').fill(company.name);
  await form.getByLabel('ИНН').fill('1234567890');
  await form.getByLabel('КПП').fill(company.kpp);
  await form.getByLabel('ОГРН').fill('1027700132195');
  await form.getByRole('button', { name: 'Создать организацию' }).click();
  await form.getByText('Контрольное число ИНН не сходится. Проверьте цифры').waitFor();
  expect(await form.getByLabel('ИНН').getAttribute('aria-invalid')).toBe('true');

  await form.getByLabel('ИНН').fill('7707 083893');
  await form.getByRole('button', { name: 'Создать организацию' }).click();
  await mainHeading(page, company.name).waitFor();
  await expectPlace(page, /^\/organization\/[\w-]+$/);
  await switcher(page, company.name).waitFor();
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

async function invite(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('tab', { name: 'Приглашения' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Роль').selectOption('Администратор');
  await page.getByRole('button', { name: 'Пригласить' }).click();
  await expectToast(page, 'Приглашение отправлено');
  await page.getByRole('table').getByText(email).waitFor();
}

/** The invitation's e-mail proved the address, so no verification e-mail is needed. */
async function registerFromLetter(page: Page, { email, name, password }: Person): Promise<void> {
  await page.goto(linkIn(await product.mail(email, /Приглашение/), '/auth/'));
  await mainHeading(page, 'Регистрация').waitFor();
  await page
    .getByText(`Ольга Соколова приглашает вас в организацию ${company.name}. Ваша роль: администратор.`)
    .waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  await page.getByLabel('Имя').fill(name);
  await page.getByLabel('Пароль').fill(password);
  await page.getByLabel('Принимаю условия оферты').check();
  await page.getByLabel('Согласен на обработку персональных данных').check();
  await page.getByRole('button', { name: 'Вступить в организацию' }).click();
  await mainHeading(page, new RegExp(name)).waitFor();
}

async function switchThereAndBack(page: Page): Promise<void> {
  await switcher(page, company.name).waitFor();
  for (const [from, to] of [
    [company.name, 'Личный счёт'],
    ['Личный счёт', company.name],
  ] as const) {
    await switcher(page, from).click();
    await page.getByRole('list', { name: 'Ваши организации' }).getByRole('button', { name: to }).click();
    await switcher(page, to).waitFor();
  }
}

async function makeAccountant(page: Page, id: string, { name }: Person): Promise<void> {
  await page.goto(`${product.url}/organization/${id}?tab=members`);
  await page.getByRole('button', { name: `Роль: ${name}` }).click();
  await page.getByRole('menuitemradio', { name: 'Бухгалтер' }).click();
  await expectToast(page, 'Роль изменена');
}

/** The open page hides what the new role may not see, without a reload. */
async function expectAccountantsPage(page: Page): Promise<void> {
  await page.getByText('ваша роль: бухгалтер').waitFor();
  const tabs = page.getByRole('tablist').getByRole('tab');
  await expect
    .poll(() => tabs.allTextContents(), pollTimeout)
    .toEqual(['Обзор', 'Реквизиты', 'Карты и автопополнение']);
  expect(await page.getByRole('link', { name: 'Пригласить' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Закрыть организацию' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Реквизиты' }).click();
  await page.getByRole('heading', { level: 2, name: 'Реквизиты' }).waitFor();
  expect(await page.getByRole('button', { name: 'Изменить' }).count()).toBe(0);
}

async function expectRefusals(tokens: Tokens, id: string): Promise<void> {
  const path = `/api/organizations/${id}`;
  const { id: userId } = await ask<{ id: string }>(product, tokens, '/api/profile');
  const refused = [
    ['GET', `${path}/members`],
    ['GET', `${path}/audit`],
    ['POST', `${path}/invitations`, { email: 'somebody@example.ru', role: 'member' }],
    ['PATCH', `${path}/members/${userId}`, { role: 'owner' }],
    ['PATCH', path, { name: 'ООО «Лютик»' }],
    ['POST', `${path}/transfer`, { userId }],
    ['DELETE', path, { name: company.name }],
  ] as const;
  for (const [method, address, body] of refused) {
    expect(await statusOf(product, tokens, address, { method, ...(body && { body }) }), `${method} ${address}`).toBe(
      403,
    );
  }
}

async function transfer(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: `Действия: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Передать владение' }).click();
  const question = page.getByRole('dialog', { name: `Передать владение: ${name}?` });
  await question.getByRole('button', { name: 'Передать владение' }).click();
  await expectToast(page, 'Владение передано');
  await page.getByText('ваша роль: администратор').waitFor();
}

async function leave(page: Page, id: string): Promise<void> {
  await page.getByRole('tab', { name: 'Обзор' }).click();
  await page.getByRole('button', { name: 'Выйти из организации' }).click();
  const question = page.getByRole('dialog', { name: `Выйти из организации ${company.name}?` });
  await question.getByRole('button', { name: 'Выйти из организации' }).click();
  await expectToast(page, `Вы вышли из организации ${company.name}`);
  await expectPlace(page, '/');
  await switcher(page, 'Личный счёт').waitFor();
  await page.goto(`${product.url}/organization/${id}`);
  await mainHeading(page, 'Not Found').waitFor();
}

async function tokensOf(page: Page): Promise<Tokens> {
  const tokens = await storedTokens(page);
  if (!tokens) throw new Error('The session has ended');
  return tokens;
}
