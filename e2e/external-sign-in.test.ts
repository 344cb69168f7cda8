import type { Page } from 'playwright-core';
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
} from './harness/browser.ts';
import { ask, openCompany } from './harness/calls.ts';
import {
  createPerson,
  linkIn,
  newPerson,
  openSession,
  type Person,
  signedIn,
  signOut,
  storedTokens,
} from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;
// The people of the test ID are the same for everybody, so they register in a product of this file's own.
productForThisFile({}, (started) => {
  product = started;
});

const door = (page: Page) => page.getByRole('link', { name: 'Тестовый ID' });

async function choose(page: Page, name: string | RegExp): Promise<void> {
  await door(page).click();
  await mainHeading(page, 'Кто входит?').waitFor();
  await page.getByRole('button', { name }).click();
}

async function agree(page: Page): Promise<void> {
  await mainHeading(page, 'Регистрация').waitFor();
  await page.getByLabel('Принимаю условия оферты').check();
  await page.getByLabel('Согласен на обработку персональных данных').check();
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
}

/** From a page without code: a call of the cabinet that is about to be sent would be refused. */
async function removeSession(page: Page): Promise<void> {
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(() => localStorage.clear());
}

test('a person of the test ID registers with consents, keeps the referral code, and signs in where they were going', async () => {
  const referrer = await createPerson(product);
  const code = await referralCodeOf(referrer);
  const page = await openPage();
  await page.goto(`${product.url}/auth/?mode=register&referrerCode=${code}`);
  await door(page).click();
  await mainHeading(page, 'Кто входит?').waitFor();
  await expectGood(page, 'sandbox-id');
  await page.getByRole('button', { name: /Анна Смирнова/ }).click();
  await mainHeading(page, 'Регистрация').waitFor();
  expect(page.url()).toBe(`${product.url}/auth/external`);
  expect(await page.getByLabel('E-mail').inputValue()).toBe('anna@example.org');
  await expectGood(page, 'external-registration');
  await agree(page);
  await expectPlace(page, '/');
  await page.getByText('anna@example.org').first().waitFor();
  expect(await invitedBy(referrer)).toBe(1);

  await removeSession(page);
  await page.goto(`${product.url}/operations/?direction=in`);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await choose(page, /Анна Смирнова/);
  await mainHeading(page, 'Операции').waitFor();
  await expectPlace(page, '/operations/?direction=in');
  expectNoConsoleErrors(page);
});

test('an address that the provider has not verified is confirmed by a letter', async () => {
  const page = await openPage();
  await page.goto(`${product.url}/auth/`);
  await choose(page, /Вера Лисина/);
  await agree(page);
  await mainHeading(page, 'Проверьте почту').waitFor();
  await page.goto(linkIn(await product.mail('vera@example.org', /Подтвердите/), '/auth/verify'));
  await expectToast(page, 'Адрес подтверждён');
  await removeSession(page);
  await page.goto(`${product.url}/auth/`);
  await choose(page, /Вера Лисина/);
  await expectPlace(page, '/');
});

test('a refusal, an error and a page opened by itself are explained and lead back to sign-in', async () => {
  const page = await openPage();
  const endings = [
    ['Отказаться', 'Вы не разрешили вход'],
    ['Ответить ошибкой', 'Провайдер не ответил'],
  ] as const;
  for (const [button, title] of endings) {
    await page.goto(`${product.url}/auth/`);
    await choose(page, button);
    await mainHeading(page, title).waitFor();
    expect(await storedTokens(page)).toBeNull();
  }
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Вернуться ко входу' }).click();
  await mainHeading(page, 'Вход в кабинет').waitFor();
  const elsewhere = await openPage();
  await elsewhere.goto(`${product.url}/auth/external`);
  await mainHeading(elsewhere, 'Вход не завершён').waitFor();
});

test('a provider is linked in the profile, signs in without a password, and is unlinked', async () => {
  const person = await createPerson(product);
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await page.goto(`${product.url}/profile/`);
  await page.getByRole('button', { name: 'Привязать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Тестовый ID' }).click();
  await page.getByRole('button', { name: /Борис Котов/ }).click();
  await expectToast(page, 'Теперь можно входить через Тестовый ID');
  await expectPlace(page, '/profile');
  const unlink = page.getByRole('button', { name: /^Отвязать Тестовый ID/ });
  await unlink.waitFor();
  await expectGood(page, 'profile-external');
  await signOut(page, person);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await choose(page, /Борис Котов/);
  await page.getByText(person.email).first().waitFor();
  await page.goto(`${product.url}/profile/`);
  await unlink.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отвязать' }).click();
  await expectToast(page, 'Внешний вход отвязан');
});

/** Presses the choice in a tab of its own, as the application of a provider opens one. */
async function chooseInAnotherTab(page: Page, name: RegExp): Promise<Page> {
  await door(page).click();
  await mainHeading(page, 'Кто входит?').waitFor();
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole('button', { name }).click();
  return tab;
}

test('an invitation survives the trip to a provider that leads back into another tab', async () => {
  const owner = await createPerson(product);
  const tokens = await openSession(product, owner);
  const organizationId = await openCompany(product, tokens);
  const invited = newPerson('Борис Котов');
  const body = { email: invited.email, role: 'accountant' };
  await ask(product, tokens, `/api/organizations/${organizationId}/invitations`, { method: 'POST', body });
  const link = linkIn(await product.mail(invited.email, /Приглашение/), '/auth/');
  const page = await openPage();
  await page.goto(link);
  await page.getByText('приглашает вас в организацию').waitFor();
  const tab = await chooseInAnotherTab(page, /Борис Котов/);
  await tab.getByText('приглашает вас в организацию').waitFor();
  expect(await tab.getByLabel('E-mail').inputValue()).toBe(invited.email);
  await expectGood(tab, 'external-invited');
  await agree(tab);
  await expectPlace(tab, '/');
  await tab.getByText(invited.email).first().waitFor();
  await tab.getByText('Ромашка').first().waitFor();
  expect(await tab.evaluate(() => localStorage.getItem('external-trip'))).toBeNull();
});

test('a callback of nobody’s visit, of another tab’s and a used one end at a page that says so and signs nobody in', async () => {
  const page = await openPage();
  for (const query of ['', '?state=guessed', '?code=invented&state=guessed', '?error=access_denied']) {
    await page.goto(`${product.url}/api/auth/external/sandbox/callback${query}`);
    await mainHeading(page, 'Вход не завершён').waitFor();
    expect(page.url()).toBe(`${product.url}/auth/external`);
  }
  await expectNoViolations(page);
  await expectFit(page, 'external-expired');
  await page.goto(`${product.url}/auth/`);
  await door(page).click();
  await mainHeading(page, 'Кто входит?').waitFor();
  const first = page.url();
  await page.goto(`${product.url}/auth/`);
  await door(page).click();
  await mainHeading(page, 'Кто входит?').waitFor();
  const tab = await page.context().newPage();
  await tab.goto(first);
  await tab.getByRole('button', { name: /Вера Лисина/ }).click();
  await mainHeading(tab, 'Вход не завершён').waitFor();
  expect(await storedTokens(tab)).toBeNull();
  await page.getByRole('button', { name: 'Отказаться' }).click();
  await mainHeading(page, 'Вы не разрешили вход').waitFor();
});

test('a session that ended while the person was at the provider links nothing and leads to sign-in', async () => {
  const person = await createPerson(product);
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await page.goto(`${product.url}/profile/`);
  await page.getByRole('button', { name: 'Привязать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Тестовый ID' }).click();
  await mainHeading(page, 'Кто входит?').waitFor();
  const elsewhere = await openSession(product, person);
  await ask(product, elsewhere, '/api/profile/sessions', { method: 'DELETE' });
  await page.getByRole('button', { name: /Вера Лисина/ }).click();
  await mainHeading(page, 'Сеанс завершён').waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'external-link-session-ended');
  const links = await ask<{ items: object[] }>(product, elsewhere, '/api/profile/external');
  expect(links.items).toEqual([]);
  await page.getByRole('link', { name: 'Вернуться ко входу' }).click();
  await mainHeading(page, 'Вход в кабинет').waitFor();
});

async function read<T>(person: Person, path: string): Promise<T> {
  const { accessToken } = await openSession(product, person);
  const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${accessToken}` } });
  return (await answer.json()) as T;
}

const referralCodeOf = async (person: Person) =>
  (await read<{ referralCode: string }>(person, '/api/profile')).referralCode;
const invitedBy = async (person: Person) => (await read<{ invited: number }>(person, '/api/profile/referrals')).invited;
