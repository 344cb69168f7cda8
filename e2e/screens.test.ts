import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  expectPlace,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { activeOrganization, ask } from './harness/calls.ts';
import { leaveClean, openScreen } from './harness/go-to.ts';
import { createPerson, linkIn, newPerson, openSession, type Person, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { keepPage, openPage } = browserForThisFile();
const product = sharedProduct();
const viewport = { width: 1440, height: 900 };
let tokens: Tokens;
let pages: Record<'guest' | 'person', Page>;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
  pages = { guest: await keepPage({ viewport }), person: await keepPage({ viewport, ...signedIn(product, tokens) }) };
});

interface Screen {
  name: string;
  path: string;
  title: string;
  isSignedIn?: boolean;
  /** Waits for the screen. */
  shows?: (page: Page) => Promise<void>;
  /** Brings the page to the state to check by clicks and typing. */
  reach?: (page: Page) => Promise<unknown>;
  /** Console error that is expected in this state. */
  expectedConsoleError?: RegExp;
}

const screens: Screen[] = [
  { name: 'landing', path: '/', title: 'Главная', shows: heading(/деньги организации/) },
  { name: 'sign-in', path: '/auth', title: 'Вход и регистрация', shows: heading('Вход в кабинет') },
  {
    name: 'sign-in-refused',
    path: '/auth',
    title: 'Вход и регистрация',
    reach: refusedSignIn,
    expectedConsoleError: /401/,
  },
  { name: 'registration', path: '/auth?mode=register', title: 'Вход и регистрация', shows: heading('Регистрация') },
  { name: 'registration-errors', path: '/auth?mode=register', title: 'Вход и регистрация', reach: emptyRegistration },
  { name: 'registration-drawer', path: '/auth?mode=register', title: 'Вход и регистрация', reach: openOffer },
  { name: 'success', path: '/auth?mode=register', title: 'Проверьте почту', reach: registered },
  {
    name: 'verified',
    path: '/auth',
    title: 'Подтверждение адреса',
    reach: verified,
    expectedConsoleError: /409/,
  },
  {
    name: 'verify-dead-link',
    path: '/auth/verify?token=abc',
    title: 'Подтверждение адреса',
    shows: heading('Ссылка не действует'),
    expectedConsoleError: /400/,
  },
  {
    name: 'verify-elsewhere',
    path: '/auth',
    title: 'Подтверждение адреса',
    reach: openedElsewhere,
    expectedConsoleError: /409/,
  },
  {
    name: 'verify-new-password',
    path: '/auth',
    title: 'Подтверждение адреса',
    reach: newPasswordElsewhere,
    expectedConsoleError: /409/,
  },
  { name: 'invited', path: '/auth', title: 'Вход и регистрация', reach: invited },
  { name: 'recovery', path: '/auth/recovery', title: 'Восстановление пароля', shows: heading('Восстановление пароля') },
  { name: 'recovery-sent', path: '/auth/recovery', title: 'Восстановление пароля', reach: recoverySent },
  { name: 'reset', path: '/auth/reset-password?token=abc', title: 'Новый пароль', shows: heading('Новый пароль') },
  { name: 'not-found', path: '/nowhere', title: 'Страница не найдена', shows: heading('Not Found') },
  { name: 'start', path: '/', title: 'Главная', isSignedIn: true, shows: heading(/Анна Ковалёва/) },
  { name: 'profile', path: '/profile', title: 'Профиль', isSignedIn: true, shows: heading('Профиль') },
  { name: 'info', path: '/info', title: 'Информация', isSignedIn: true, shows: textLoaded },
  { name: 'terms', path: '/info/terms', title: 'Условия оферты', isSignedIn: true, shows: textLoaded },
  {
    name: 'privacy',
    path: '/info/privacy',
    title: 'Политика обработки персональных данных',
    isSignedIn: true,
    shows: textLoaded,
  },
  { name: 'contacts', path: '/info/contacts', title: 'Контакты', isSignedIn: true, shows: contactsLoaded },
  {
    name: 'error',
    path: '/info/contacts',
    title: 'Контакты',
    isSignedIn: true,
    reach: brokenPage,
    expectedConsoleError: /Cannot read properties of null/,
  },
];

describe.each(screens)('$name', ({ name, path, title, isSignedIn, shows, reach, expectedConsoleError }) => {
  test('the screen is accessible in both themes, fits every width and logs no console errors', async () => {
    const page = isSignedIn ? pages.person : pages.guest;
    await openScreen(page, product.url + path);
    await shows?.(page);
    await reach?.(page);
    if (isSignedIn) await page.getByText('@example.ru').first().waitFor();
    await expect.poll(() => page.title(), pollTimeout).toBe(`${title} — Казна`);
    await expectFit(page, name);
    await expectNoViolations(page);
    expectNoConsoleErrors(page, expectedConsoleError);
    if (!reach) leaveClean(page);
  });
});

test('the phone menu is accessible and closes on navigation', async () => {
  const page = await openPage({ ...signedIn(product, tokens), viewport: { width: 390, height: 844 } });
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Ещё' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await menu.getByRole('link', { name: 'Информация' }).waitFor();
  await expectNoViolations(page);
  await menu.getByRole('link', { name: 'Информация' }).click();
  await mainHeading(page, 'Информация').waitFor();
  await menu.waitFor({ state: 'hidden' });
  await expectPlace(page, /^\/info/);
});

function heading(name: string | RegExp) {
  return async (page: Page) => mainHeading(page, name).waitFor();
}

async function refusedSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('nobody@example.ru');
  await page.getByLabel('Пароль').fill('неизвестный пароль');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Неверный e-mail или пароль').waitFor();
}

async function emptyRegistration(page: Page): Promise<void> {
  await page.getByLabel('Пароль').fill('1234567');
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await page.getByText('Пожалуйста, введите имя').waitFor();
  await page.getByText('Примите условия оферты').waitFor();
}

async function openOffer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Текст оферты' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Версия/)
    .waitFor();
}

async function registered(page: Page, person = newPerson()): Promise<void> {
  await page.getByLabel('Имя').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Пароль').fill(person.password);
  await page.getByLabel('Принимаю условия оферты').check();
  await page.getByLabel('Согласен на обработку персональных данных').check();
  await page.getByLabel('Пароль').press('Enter');
  await mainHeading(page, 'Проверьте почту').waitFor();
}

async function verified(page: Page): Promise<void> {
  const { password } = await openedElsewhere(page);
  const field = page.getByLabel('Пароль, который вы задали при регистрации');
  await field.fill(password);
  await field.press('Enter');
  await mainHeading(page, 'Адрес подтверждён').waitFor();
}

async function openedElsewhere(page: Page): Promise<Person> {
  const person = newPerson();
  const body = JSON.stringify({ ...person, acceptOffer: true, acceptPersonalData: true });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.url}/api/auth/signup`, { method: 'POST', headers, body });
  await page.goto(linkIn(await product.mail(person.email), '/auth/verify'));
  await page.getByLabel('Пароль, который вы задали при регистрации').waitFor();
  return person;
}

async function newPasswordElsewhere(page: Page): Promise<void> {
  await openedElsewhere(page);
  await page.getByRole('button', { name: 'Задать новый пароль' }).click();
  await page.getByLabel('Новый пароль').waitFor();
}

async function invited(page: Page): Promise<void> {
  const { email } = newPerson();
  const path = `/api/organizations/${await activeOrganization(product, tokens)}/invitations`;
  await ask(product, tokens, path, { method: 'POST', body: { email, role: 'accountant' } });
  await page.goto(linkIn(await product.mail(email), '/auth/'));
  await page.getByRole('button', { name: 'Вступить в организацию' }).waitFor();
}

async function recoverySent(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('nobody@example.ru');
  await page.keyboard.press('Enter');
  await mainHeading(page, 'Проверьте почту').waitFor();
}

async function textLoaded(page: Page): Promise<void> {
  await page
    .getByText(/^Версия/)
    .first()
    .waitFor();
}

async function contactsLoaded(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: /@/ }).waitFor();
}

async function brokenPage(page: Page): Promise<void> {
  await page.route('**/api/info', (route) => route.fulfill({ json: { operator: null, documents: [] } }));
  await page.reload();
  await page.getByRole('button', { name: 'Показать ошибку' }).click();
  await page.unroute('**/api/info');
}
