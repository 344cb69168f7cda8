import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, mainHeading, pollTimeout } from './harness/browser.ts';
import { createPerson } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

interface Spoken {
  role: string;
  name: string;
  description: string;
  isInvalid: boolean;
}

/** What Chromium tells a screen reader about the focused element. */
async function focused(devtools: CDPSession): Promise<Spoken> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const node = nodes.find(({ ignored }) => !ignored);
  const text = (value: { value?: unknown } | undefined) => String(value?.value ?? '');
  const invalid = node?.properties?.find(({ name }) => name === 'invalid');
  return {
    role: text(node?.role),
    name: text(node?.name),
    description: text(node?.description),
    isInvalid: text(invalid?.value) === 'true',
  };
}

async function openSignIn(): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await openPage();
  await page.goto(`${product.url}/auth/`);
  await mainHeading(page, 'Вход в кабинет').waitFor();
  return { page, devtools: await page.context().newCDPSession(page) };
}

/** Whether anything that is read at once says it. */
const alerts = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

test('the sign-in page is walked by keyboard in its order, and every stop is heard with its role and name', async () => {
  const { page, devtools } = await openSignIn();
  const stops: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    await page.keyboard.press('Tab');
    const { role, name } = await focused(devtools);
    stops.push(`${role} ${name}`);
  }
  expect(stops).toEqual([
    'link Казна',
    'button Сменить тему',
    'link Вход',
    'link Регистрация',
    'textbox E-mail',
    'textbox Пароль',
    'button Показать символы',
    'button Войти',
    'button По ключу доступа',
    'link Забыли пароль?',
    'link Тестовый ID',
    'button Политика обработки персональных данных',
  ]);
});

test('an empty and a refused sign-in are heard: the wrong field takes the focus, the reason is an alert', async () => {
  const { email } = await createPerson(product);
  const { page, devtools } = await openSignIn();
  await page.getByLabel('E-mail').focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => focused(devtools), pollTimeout)
    .toMatchObject({ role: 'textbox', name: 'E-mail', isInvalid: true });
  expect((await focused(devtools)).description).not.toBe('');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('совсем не тот пароль');
  await page.keyboard.press('Enter');
  await alerts(page, /парол/).waitFor();
  const { role, name } = await focused(devtools);
  expect(`${role} ${name}`).toBe('textbox Пароль');
});

test('the end of a visit to a provider is heard: the title takes the focus, and what went wrong is an alert', async () => {
  const { page, devtools } = await openSignIn();
  await page.getByRole('link', { name: 'Тестовый ID' }).press('Enter');
  await mainHeading(page, 'Кто входит?').waitFor();
  await page.getByRole('button', { name: 'Отказаться' }).press('Enter');
  await mainHeading(page, 'Вы не разрешили вход').waitFor();
  await expect
    .poll(() => focused(devtools), pollTimeout)
    .toMatchObject({ role: 'heading', name: 'Вы не разрешили вход' });
  await alerts(page, 'Ничего не изменилось').waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(devtools)).toMatchObject({ role: 'link', name: 'Вернуться ко входу' });
});

test('a passkey that nobody offers is heard as an alert, and the button keeps the focus', async () => {
  const { page, devtools } = await openSignIn();
  await page.route('**/api/auth/passkeys/options', (route) => route.abort());
  const button = page.getByRole('button', { name: 'По ключу доступа' });
  await button.focus();
  await page.keyboard.press('Enter');
  await alerts(page, /./).waitFor();
  expect(await focused(devtools)).toMatchObject({ role: 'button', name: 'По ключу доступа' });
});
