import { beforeAll, expect, test } from 'vitest';
import {
  browserForThisFile,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { company } from './harness/calls.ts';
import { createPerson, fillSignIn, openSession, type Person, signedIn, storedTokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();
let person: Person;

beforeAll(async () => {
  person = await createPerson(product);
});

const refusal = { status: 401, title: 'Нужен вход', detail: 'Войдите, чтобы продолжить.', code: 'unauthorized' };

test('a 401 of any query signs out, reloads once and shows a toast', async () => {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await page.goto(product.url);
  await mainHeading(page, new RegExp(person.name)).waitFor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/api/info', (route) => route.fulfill({ status: 401, json: refusal }));
  await page.getByRole('link', { name: 'Информация' }).click();

  await expectToast(page, 'Authentication failed');
  await expectPlace(page, '/auth');
  expect(await storedTokens(page)).toBeNull();
  await expect.poll(() => loads, pollTimeout).toBe(1);
  const toast = await page.getByText('Authentication failed').boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(toast?.x).toBeGreaterThan(width / 2);
  expect(toast?.y).toBeGreaterThan(height / 2);
});

test('a tab whose session ended elsewhere learns it from its next query', async () => {
  const tokens = await openSession(product, person);
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  await mainHeading(page, new RegExp(person.name)).waitFor();
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  expect((await fetch(`${product.url}/api/auth/logout`, { method: 'POST', headers })).status).toBe(204);
  await page.reload();
  await expectToast(page, 'Authentication failed');
  expect(await storedTokens(page)).toBeNull();
});

test('a session that can be neither used nor refreshed ends with one reload and one word', async () => {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  const expired = { ...refusal, code: 'token_expired' };
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: expired }));
  await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: refusal }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(product.url);
  await expectToast(page, 'Authentication failed');
  expect(await page.getByText('Authentication failed').count()).toBe(1);
  expect(await storedTokens(page)).toBeNull();
  await expect.poll(() => loads, pollTimeout).toBe(2);
});

test('a wrong password shows on the form without a reload, toast or lost input', async () => {
  const page = await openPage();
  await page.goto(`${product.url}/auth`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await fillSignIn(page, { ...person, password: 'не тот пароль' });
  await page
    .getByRole('alert')
    .getByText('Неверный e-mail или пароль. Проверьте их или восстановите пароль.')
    .waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await page.getByText('Authentication failed').count()).toBe(0);
  expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email);
  expect(await page.getByLabel('Пароль').inputValue()).toBe('не тот пароль');
});

test("the server's problem shows on the form: detail above the button, errors on their fields", async () => {
  const page = await openPage();
  const problem = { status: 409, title: 'Занято', detail: 'Особый ответ сервера № 7.', code: 'already_member' };
  await page.route('**/api/auth/signin', (route) => route.fulfill({ status: 409, json: problem }), { times: 1 });
  await page.goto(`${product.url}/auth`);
  await fillSignIn(page, person);
  await page.getByRole('alert').getByText(problem.detail, { exact: true }).waitFor();

  const errors = [{ path: 'email', message: 'Особая ошибка адреса.' }];
  const invalid = { ...problem, status: 400, code: 'validation_failed', errors };
  await page.route('**/api/auth/signin', (route) => route.fulfill({ status: 400, json: invalid }));
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByText('Особая ошибка адреса.').waitFor();
  expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
});

test('a failed query is not retried automatically', async () => {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  let calls = 0;
  await page.route('**/api/info', (route) => {
    calls += 1;
    return route.fulfill({
      status: 500,
      json: { ...refusal, status: 500, code: 'internal_error', detail: 'Сломалось.' },
    });
  });
  await page.clock.install();
  await page.goto(`${product.url}/info/contacts`);
  await page.getByText('Сломалось.').waitFor();
  await page.clock.fastForward(60_000);
  await page.getByText('Сломалось.').waitFor();
  expect(calls).toBe(1);
  await page.unroute('**/api/info');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('link', { name: /@/ }).waitFor();
});

test('a call without an answer times out, and the form can be sent again', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto(`${product.url}/auth`);
  await page.route('**/api/auth/signin', () => {}, { times: 1 });
  await Promise.all([page.waitForRequest('**/api/auth/signin'), fillSignIn(page, person)]);
  await page.clock.fastForward(80_000);
  const button = page.getByRole('button', { name: 'Войти' });
  expect(await button.getAttribute('aria-busy')).toBe('true');
  await page.clock.fastForward(10_000);
  await page.getByRole('alert').getByText('Сервис временно недоступен.').waitFor();
  await button.click();
  await mainHeading(page, new RegExp(person.name)).waitFor();
});

test('an organization that was created but not entered is opened by a retry, and is not created again', async () => {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await page.goto(product.url);
  await mainHeading(page, new RegExp(person.name)).waitFor();
  await page.route('**/refresh-with-organization*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: /^Организация:/ }).click();
  await page.getByRole('link', { name: 'Создать организацию' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Название').fill(company.name);
  await form.getByLabel('ИНН').fill(company.inn);
  await form.getByLabel('КПП').fill(company.kpp);
  await form.getByLabel('ОГРН').fill('1027700132195');
  await form.getByRole('button', { name: 'Создать организацию' }).click();
  await page.getByText('Организация не открылась').waitFor();
  await form.waitFor({ state: 'hidden' });
  await page.unroute('**/refresh-with-organization*');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await mainHeading(page, company.name).waitFor();
});

test('toasts appear in a live region that existed before, so that screen readers announce them', async () => {
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await page.goto(`${product.url}/profile`);
  const corner = page.getByRole('region', { name: 'Уведомления' });
  const [polite, assertive] = await Promise.all(
    ['polite', 'assertive'].map((manner) => corner.locator(`[aria-live="${manner}"]`).elementHandle()),
  );
  await page.route('**/api/profile/export', (route) => route.abort(), { times: 1 });
  const button = page.getByRole('button', { name: 'Скачать мои данные' });
  await button.click();
  await expectToast(page, 'Скачать не получилось');
  await button.click();
  await expectToast(page, 'Файл с вашими данными готов');
  expect(await assertive?.textContent()).toContain('Скачать не получилось');
  expect(await polite?.textContent()).toContain('Файл с вашими данными готов');
  await expectNoViolations(page);
});
