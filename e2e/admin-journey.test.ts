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
import { activeOrganization, ask, openCompany, statusOf, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operator, operatorEnv } from './harness/operator.ts';
import { payShort } from './harness/paid-short.ts';
import { createPerson, newPerson, openSession, signedIn, storedTokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;

productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

const openAsOperator = (path: string) => openStaffPage(openPage, product, path);

test('staff block a user, whose open page goes to sign-in and who cannot sign in again', async () => {
  const person = await createPerson(product, newPerson('Игорь Волков'));
  await createPerson(product, newPerson('Мария Зайцева'));
  const session = await openSession(product, person);
  const victim = await openPage(signedIn(product, session));
  await victim.goto(`${product.url}/payments`);
  await mainHeading(victim, 'Операции').waitFor();

  const page = await openAsOperator('/');
  await page.getByRole('link', { name: 'Администрирование' }).click();
  const navigation = page.getByRole('navigation', { name: 'Администрирование' });
  await navigation.getByRole('link', { name: 'Пользователи' }).click();
  await page.getByRole('searchbox', { name: /E-mail, имя или номер/ }).fill(person.email);
  const rows = page.getByRole('table', { name: 'Пользователи' }).getByRole('link');
  await expect.poll(() => rows.allTextContents(), pollTimeout).toEqual([person.name]);
  await expectPlace(page, new RegExp(`^/admin/users\\?q=${RegExp.escape(encodeURIComponent(person.email))}$`));
  await rows.click();
  const sheet = page.getByRole('dialog', { name: 'Пользователь' });
  await sheet.getByRole('button', { name: 'Заблокировать' }).click();
  const question = page.getByRole('dialog', { name: `Заблокировать: ${person.name}?` });
  await question.getByLabel('Причина').fill('Жалоба банка');
  await question.getByRole('button', { name: 'Заблокировать' }).click();
  await expectToast(page, 'Пользователь заблокирован');
  await sheet.getByText('Заблокирован', { exact: true }).waitFor();

  expect(await statusOf(product, session, '/api/profile')).toBe(401);
  // The open page learns of it from its live stream.
  await expect.poll(() => storedTokens(victim), { timeout: 40_000 }).toBeNull();
  await expectPlace(victim, '/auth');
  await expectToast(victim, 'Authentication failed');
  await victim.getByLabel('E-mail').fill(person.email);
  await victim.getByLabel('Пароль').fill(person.password);
  await victim.keyboard.press('Enter');
  await victim.getByText('Аккаунт заблокирован. Напишите в поддержку.').waitFor();

  await page.goto(`${product.url}/admin`);
  await page.getByText('Жалоба банка').waitFor();
  expectNoConsoleErrors(page);
});

async function companyPaidShort(name: string) {
  const owner = await openSession(product, await createPerson(product));
  const id = await openCompany(product, owner, name);
  const tokens = await switchTo(product, owner, id);
  await payShort(product, tokens);
  const readBalance = () =>
    ask<{ items: { amountMinor: number }[] }>(product, tokens, `/api/organizations/${id}/balance`).then(
      ({ items }) => items[0]?.amountMinor,
    );
  return { id, readBalance };
}

test.each([
  ['880,00 ₽', 88_000, 'Вернуть по этому платежу можно будет не больше, чем пришло.'],
  ['1 000,00 ₽', 100_000, 'Недостающие 120,00 ₽ добавим корректировкой за счёт компании.'],
])('staff see how much came of a payment in review and credit %s', async (sum, credited, consequence) => {
  const name = `ООО «Другая сумма ${credited}»`;
  const { readBalance } = await companyPaidShort(name);
  const page = await openAsOperator('/admin');
  const line = page.getByRole('listitem').filter({ hasText: name });
  await line.getByText('Пришло 880,00 ₽ вместо 1 000,00 ₽').waitFor();
  await line.getByText(/^К-\d+\. Оплачена другая сумма/).waitFor();
  await expectGood(page, 'admin-review-line');
  await line.getByRole('button', { name: `Зачислить ${sum}` }).click();
  const dialog = page.getByRole('dialog', { name: `Зачислить ${sum}?` });
  await dialog.getByText(consequence).waitFor();
  await dialog.getByLabel('Причина').fill('Сверено с выпиской');
  await expectGood(page, 'admin-review-decision');
  await dialog.getByRole('button', { name: `Зачислить ${sum}` }).click();
  await expectToast(page, 'Платёж зачислен');
  expect(await readBalance()).toBe(credited);
  expectNoConsoleErrors(page);
});

test('staff open the page of an organization from its sheet and leave a note that colleagues see', async () => {
  const owner = await openSession(product, await createPerson(product));
  const id = await openCompany(product, owner, 'ООО «Заметный»');
  const page = await openAsOperator(`/admin/organizations?organization=${id}`);
  await page.getByRole('dialog', { name: 'Организация' }).getByRole('link', { name: 'Открыть страницу' }).click();
  await mainHeading(page, 'ООО «Заметный»').waitFor();
  await expectPlace(page, `/admin/organizations/${id}`);
  await page.getByRole('heading', { name: 'Реквизиты' }).waitFor();
  await page.getByLabel('Новая заметка').fill('Просили звонить после обеда');
  await page.getByRole('button', { name: 'Сохранить заметку' }).click();
  await expectToast(page, 'Заметка сохранена');
  await page.getByRole('list', { name: 'Заметки' }).getByText('Просили звонить после обеда').waitFor();
  expect(await page.getByLabel('Новая заметка').inputValue()).toBe('');
  await page.getByRole('table', { name: 'Журнал' }).waitFor();
  await expectGood(page, 'admin-organization-page');
  expectNoConsoleErrors(page);
});

test('a staff adjustment with a reason appears in the log and the ledger', async () => {
  const owner = await openSession(product, await createPerson(product));
  const id = await openCompany(product, owner, 'ООО «Василёк»');
  const tokens = await switchTo(product, owner, id);
  await topUp(product, tokens, { amountMinor: 100_000 });
  const ownersPage = await openPage(signedIn(product, tokens));
  await ownersPage.goto(`${product.url}/organization/${id}?tab=log`);
  await mainHeading(ownersPage, 'ООО «Василёк»').waitFor();

  const page = await openAsOperator('/admin/organizations');
  await page.getByRole('searchbox', { name: /Название, ИНН или номер/ }).fill('ООО «Вас');
  await page.getByRole('link', { name: 'ООО «Василёк»' }).click();
  await page.getByRole('button', { name: 'Изменить баланс' }).click();
  const dialog = page.getByRole('dialog', { name: 'Изменить баланс: ООО «Василёк»' });
  await dialog.getByLabel('Списать').check();
  await dialog.getByLabel('Сумма').fill('250,50');
  await dialog.getByRole('button', { name: 'Проверить сумму' }).click();
  await dialog.getByText('Пожалуйста, введите причину').waitFor();
  await dialog.getByLabel('Причина').fill('Двойное зачисление');
  await dialog.getByRole('button', { name: 'Проверить сумму' }).click();
  for (const figure of ['1 000,00 ₽', '250,50 ₽', '749,50 ₽'])
    await dialog.getByText(figure, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Списать 250,50 ₽' }).click();
  await expectToast(page, 'Баланс изменён');
  const sheet = page.getByRole('dialog', { name: 'Организация' });
  await sheet.getByText('749,50 ₽').waitFor();
  const entries = sheet.getByRole('list', { name: 'Движение денег' }).getByRole('listitem');
  await expect.poll(() => entries.allTextContents(), pollTimeout).toHaveLength(2);
  const [correction, income] = await entries.allTextContents();
  expect(correction).toMatch(/^Корректировка.*, АдминистраторПричина: Двойное зачисление\u2212250,50\u00a0₽Отменить$/);
  expect(income).toMatch(/^Пополнение.*\+1\u00a0000,00\u00a0₽$/);
  await expectNoViolations(page);
  await entries.last().scrollIntoViewIfNeeded();
  await expectFit(page, 'admin-ledger');
  await entries.getByRole('link', { name: 'Открыть платёж' }).click();
  const payment = page.getByRole('dialog', { name: 'Платёж' });
  await payment.getByText('Оплачен', { exact: true }).waitFor();
  await expectPlace(page, /^\/admin\/organizations\?.*organization=.*&payment=/);
  await expectNoViolations(page);
  await expectFit(page, 'admin-ledger-payment');
  await page.keyboard.press('Escape');
  await payment.waitFor({ state: 'detached' });
  await sheet.waitFor();

  await page.goto(`${product.url}/admin`);
  await page.getByText(/Двойное зачисление/).waitFor();
  await ownersPage.reload();
  const log = ownersPage.getByRole('table', { name: 'Журнал' });
  await log.getByText('Баланс скорректирован поддержкой').waitFor();
  await log.getByText('\u2212250,50\u00a0₽. Причина: Двойное зачисление', { exact: true }).waitFor();
  await expectFit(ownersPage, 'organization-log-correction');
  const { items } = await ask<{ items: object[] }>(product, tokens, `/api/organizations/${id}/ledger`);
  expect(items[0]).toMatchObject({ kind: 'adjustment', currency: 'RUB', amountMinor: -25_050 });
  expectNoConsoleErrors(page);
  expectNoConsoleErrors(ownersPage);
});

test('filters of a list open by a button at every width, and an active one is a chip that removes it', async () => {
  const page = await openAsOperator('/admin/users');
  const status = page.getByRole('combobox', { name: 'Состояние' });
  const add = page.getByRole('button', { name: 'Фильтр', exact: true });
  for (const width of [390, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await status.isVisible()).toBe(false);
    await add.click();
    await status.waitFor();
    // Between these two the filters look the same.
    if (width === 390 || width === 1440) {
      await expectNoViolations(page);
      await expectFit(page, `admin-filters-open-${width}`);
    }
    await status.selectOption('Заблокирован');
    await expectPlace(page, '/admin/users?status=blocked');
    await page.getByRole('button', { name: 'Убрать фильтр: Заблокирован' }).click();
    await expectPlace(page, '/admin/users');
    if (width === 390) continue;
    const email = page.getByRole('table').getByText(operator.email, { exact: true });
    expect(await email.evaluate((text) => text.scrollWidth > text.clientWidth), `at ${width} px`).toBe(false);
  }
  expectNoConsoleErrors(page);
});

test('the admin area is hidden from customers in the menu, by URL and by API', async () => {
  const tokens = await openSession(product, await createPerson(product));
  const id = await activeOrganization(product, tokens);
  const page = await openPage(signedIn(product, tokens));
  for (const path of ['/admin/', '/admin/nowhere']) {
    await page.goto(product.url + path);
    await mainHeading(page, 'Not Found').waitFor();
  }
  await page.getByRole('link', { name: 'Главная' }).waitFor();
  expect(await page.getByRole('link', { name: 'Администрирование' }).count()).toBe(0);
  for (const path of [
    'overview',
    'users',
    'organizations',
    'payments',
    'audit',
    'jobs',
    `organizations/${id}/ledger`,
  ]) {
    expect(await statusOf(product, tokens, `/api/admin/${path}`), path).toBe(404);
  }
});
