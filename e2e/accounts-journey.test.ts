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
import {
  createPerson,
  fillSignIn,
  linkIn,
  newPerson,
  openSession,
  type Person,
  signedIn,
  signOut,
  storedTokens,
} from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

test('a verification link in another browser needs the password or a new one', async () => {
  const [one, two] = [newPerson('Ирина Белова'), newPerson('Олег Белов')];
  for (const person of [one, two]) await register(await openPage(), person, 'NOSUCHCODE');
  const elsewhere = await openPage();
  const open = async ({ email }: Person) =>
    elsewhere.goto(linkIn(await product.mail(email, /Подтвердите/), '/auth/verify'));
  await open(one);
  const field = elsewhere.getByLabel('Пароль, который вы задали при регистрации');
  await field.fill('не тот пароль');
  await field.press('Enter');
  await elsewhere.getByText('Пароль введён неверно').waitFor();
  await field.fill(one.password);
  await field.press('Enter');
  await mainHeading(elsewhere, 'Адрес подтверждён').waitFor();

  await open(two);
  await elsewhere.getByRole('button', { name: 'Задать новый пароль' }).click();
  await elsewhere.getByLabel('Имя').fill(two.name);
  const renewed = { ...two, password: 'совсем другие слова' };
  await elsewhere.getByLabel('Новый пароль').fill(renewed.password);
  await elsewhere.getByRole('button', { name: 'Сохранить пароль' }).click();
  await mainHeading(elsewhere, 'Адрес подтверждён').waitFor();
  await elsewhere.getByRole('link', { name: 'Войти' }).click();
  await expect.poll(() => elsewhere.getByLabel('E-mail').inputValue(), pollTimeout).toBe(two.email);
  await fillSignIn(elsewhere, renewed);
  await elsewhere.getByRole('dialog', { name: 'Прочитайте и примите' }).waitFor();
  expectNoConsoleErrors(elsewhere, /40[09]/);
});

test('a newcomer who was going somewhere lands there from the letter, and the link opened once more says it was used', async () => {
  const newcomer = newPerson('Нина Орлова');
  const page = await openPage();
  await page.goto(`${product.url}/operations/?direction=in`);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  await page.getByRole('link', { name: 'Регистрация' }).click();
  await fillRegistration(page, newcomer);
  const link = linkIn(await product.mail(newcomer.email, /Подтвердите/), '/auth/verify');
  const fromLetter = await page.context().newPage();
  await fromLetter.goto(link);
  await mainHeading(fromLetter, 'Операции').waitFor();
  await expectPlace(fromLetter, '/operations/?direction=in');
  await page.goto(link);
  await mainHeading(page, 'Ссылка не действует').waitFor();
  await page.getByRole('link', { name: 'Открыть кабинет' }).click();
  await mainHeading(page, /Нина Орлова/).waitFor();
});

test('a newcomer registers, verifies the e-mail, uses two tabs and resets a forgotten password', async () => {
  const newcomer = newPerson('Ольга Соколова');
  const page = await openPage();
  await register(page, newcomer, await referralCodeOf(await createPerson(product)));
  await page.goto(linkIn(await product.mail(newcomer.email, /Подтвердите/), '/auth/verify'));
  await expectToast(page, 'Адрес подтверждён');
  await mainHeading(page, /Ольга Соколова/).waitFor();
  await expectPlace(page, '/');

  await keepTheme(page);
  await leaveFromAnotherTab(page, newcomer);
  // A call that was on its way when the session ended is refused.
  expectNoConsoleErrors(page, /401/);

  const phone = await openPage(signedIn(product, await openSession(product, newcomer)));
  await phone.goto(product.url);
  await mainHeading(phone, /Ольга Соколова/).waitFor();
  const renewed = { ...newcomer, password: 'совсем другие слова' };
  await resetPassword(page, renewed);
  // Its stream of events ends with the session, so that the page finds out by itself.
  await expectToast(phone, 'Authentication failed');
  expect(await storedTokens(phone)).toBeNull();
  await mainHeading(phone, /деньги организации/).waitFor();
  await page.getByRole('link', { name: 'Войти' }).click();

  await fillSignIn(page, newcomer);
  await page.getByText('Неверный e-mail или пароль').waitFor();
  await fillSignIn(page, renewed);
  await mainHeading(page, /Ольга Соколова/).waitFor();
});

async function referralCodeOf(person: Person): Promise<string> {
  const { accessToken } = await openSession(product, person);
  const answer = await fetch(`${product.url}/api/profile`, { headers: { authorization: `Bearer ${accessToken}` } });
  return ((await answer.json()) as { referralCode: string }).referralCode;
}

async function register(page: Page, person: Person, code: string): Promise<void> {
  await page.goto(`${product.url}/auth/?mode=register&referrerCode=${code}`);
  await expect.poll(() => page.getByLabel('Реферальный код').inputValue()).toBe(code);
  expect(await fillRegistration(page, person)).toMatchObject({ email: person.email, referrerCode: code });
}

/** Returns what was sent. */
async function fillRegistration(page: Page, { name, email, password }: Person): Promise<unknown> {
  await page.getByLabel('Имя').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Пароль').fill(password);
  await page.getByLabel('Принимаю условия оферты').check();
  await page.getByLabel('Согласен на обработку персональных данных').check();
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/auth/signup'),
    page.getByRole('button', { name: 'Зарегистрироваться' }).click(),
  ]);
  await mainHeading(page, 'Проверьте почту').waitFor();
  await expectPlace(page, '/auth/success-registration');
  await page.getByText(email).waitFor();
  return sent.postDataJSON();
}

async function keepTheme(page: Page): Promise<void> {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(245, 245, 245)');
  await page.getByRole('button', { name: /@/ }).click();
  await page.getByRole('button', { name: 'Сменить тему' }).click();
  await expect.poll(background, pollTimeout).toBe('rgb(20, 20, 20)');
  await page.reload();
  await mainHeading(page, /Ольга Соколова/).waitFor();
  expect(await background()).toBe('rgb(20, 20, 20)');
  expect(await page.evaluate(() => localStorage.getItem('theme-mode'))).toBe('dark');
}

async function leaveFromAnotherTab(page: Page, person: Person): Promise<void> {
  const second = await page.context().newPage();
  await second.goto(`${product.url}/profile`);
  await mainHeading(second, 'Профиль').waitFor();
  await signOut(second, person);
  for (const tab of [second, page]) {
    await expect.poll(() => storedTokens(tab), pollTimeout).toBeNull();
    await tab.getByRole('link', { name: 'Зарегистрироваться' }).or(tab.getByLabel('Пароль')).first().waitFor();
  }
  await expectPlace(second, '/auth');
  await second.close();
}

async function resetPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto(`${product.url}/auth`);
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await mainHeading(page, 'Восстановление пароля').waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Отправить ссылку' }).click();
  await mainHeading(page, 'Проверьте почту').waitFor();
  await page.goto(linkIn(await product.mail(email, /Восстановление/), '/auth/reset-password'));
  await page.getByLabel('Новый пароль').fill(password);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await mainHeading(page, 'Пароль изменён').waitFor();
}
