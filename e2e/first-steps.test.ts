import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { browserForThisFile, expectNoConsoleErrors, expectToast } from './harness/browser.ts';
import { expectBalance } from './harness/checkout.ts';
import { linkIn } from './harness/people.ts';
import { startProduct } from './harness/product.ts';

const root = path.dirname(import.meta.dirname);
const { openPage } = browserForThisFile();

const files = ['docs/first-steps.md', 'docs/ru/first-steps.md'];

function readGuide(file: string) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const tables = [...text.matchAll(/^\|---\|---\|\n((?:\|.*\|\n)+)/gm)].map(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, label = '', value = '']) => [label, value] as const),
  );
  const statement = /^```text statement\.txt\n(.*?)^```$/ms.exec(text)?.[1] ?? '';
  return { plain: text.replace(/\s+/g, ' '), values: { tables, statement } };
}

/** What each of the documents says, and nothing that one of them does not say. */
function readGuides() {
  const guides = files.map((file) => ({ file, ...readGuide(file) }));
  const [first, ...others] = guides as [(typeof guides)[0], ...typeof guides];
  for (const { file, values } of others) expect(values, `the values of ${file}`).toEqual(first.values);
  const expectEach = (text: string) => {
    for (const { file, plain } of guides) expect(plain, `${file} has ${text}`).toContain(text);
  };
  return {
    /** A label of a screen, which the documents have to name. */
    named: (label: string) => {
      expectEach(`«${label}»`);
      return label;
    },
    address: (url: string, place: string) => {
      expectEach(`http://localhost:3000${place}`);
      return url + place;
    },
    ...first.values,
  };
}

async function fill(form: Page | Locator, table: readonly (readonly [string, string])[] = []): Promise<void> {
  expect(table.length).toBeGreaterThan(0);
  for (const [label, value] of table) await form.getByLabel(label, { exact: true }).fill(value);
}

test(`a newcomer who does what ${files.join(' and ')} say gets to a paid invoice, a posted statement and a payment by card`, async () => {
  const { named, address, tables, statement } = readGuides();
  const product = await startProduct({ embedded: true });
  onTestFinished(product.stop);
  const [, email = '', password = ''] = /: (\S+@\S+), пароль (\S+) /.exec(product.logs()) ?? [];
  const choose = (page: Page, label: string) =>
    page
      .getByRole('link', { name: named(label), exact: true })
      .first()
      .click();
  const press = (place: Page | Locator, label: string) =>
    place.getByRole('button', { name: named(label), exact: true }).click();

  const staff = await openPage();
  await staff.goto(address(product.url, '/auth'));
  await staff.getByLabel(named('E-mail')).fill(email);
  await staff.getByLabel(named('Пароль')).fill(password);
  await press(staff, 'Войти');
  named('Настройки');
  await choose(staff, 'Реквизиты');
  await press(staff, 'Указать реквизиты');
  await fill(staff, tables[0]);
  await press(staff, 'Сохранить реквизиты');
  await staff.getByRole('dialog').getByLabel('Пароль').fill(password);
  await press(staff.getByRole('dialog'), 'Подтвердить');
  await expectToast(staff, named('Реквизиты сохранены'));

  const customer = await openPage();
  await customer.goto(address(product.url, '/auth?mode=register'));
  await customer.getByLabel(named('Имя')).fill('Анна Ковалёва');
  await customer.getByLabel('E-mail').fill('anna@example.ru');
  await customer.getByLabel('Пароль').fill('четыре слова подряд');
  for (const label of ['Принимаю условия оферты', 'Согласен на обработку персональных данных'])
    await customer.getByLabel(named(label)).check();
  await press(customer, 'Зарегистрироваться');
  const link = linkIn(await product.mail('anna@example.ru'), '/auth/verify');
  await customer.goto(address(product.url, '/dev/mail'));
  await customer.getByRole('link', { name: link }).first().click();
  await customer.getByRole('heading', { name: named('С чего начать') }).waitFor();
  await customer.getByRole('link', { name: named('Создайте организацию') }).click();
  const dialog = customer.getByRole('dialog');
  await fill(dialog, tables[1]);
  await press(dialog, 'Создать организацию');
  await dialog.waitFor({ state: 'detached' });

  await choose(customer, 'Пополнить');
  await customer.getByLabel(named('Сумма'), { exact: true }).fill('1000');
  await customer.getByRole('radio', { name: named('По счёту') }).check();
  await press(customer, 'Выставить счёт');
  await customer.getByText(named('Ждёт оплаты')).waitFor();
  await customer.getByRole('button', { name: named('Скачать PDF') }).waitFor();

  named('Деньги');
  await choose(staff, 'Выписки');
  await staff.getByText(named('Перетащите выписку или выберите файл')).waitFor();
  const bytes = Buffer.from(statement);
  const upload = { name: 'statement.txt', mimeType: 'text/plain', buffer: bytes };
  await staff.getByLabel('Загрузить выписку').setInputFiles(upload);
  await staff.getByText(named('К зачислению')).first().waitFor();
  await press(staff, 'Зачислить 1 000,00 ₽');
  await press(staff.getByRole('dialog'), 'Зачислить');
  await customer.getByText(named('Счёт оплачен, деньги на балансе.')).waitFor();

  await choose(customer, 'Пополнить');
  await customer.getByLabel('Сумма', { exact: true }).fill('500');
  await customer.getByRole('radio', { name: named('Банковская карта') }).check();
  await press(customer, 'Оплатить 500,00 ₽');
  await customer.getByText('5555 5555 5555 4444').first().click();
  await press(customer, 'Оплатить');
  await expectBalance(customer, '1 500,00 ₽');
  // Requisites ask for the password by 403.
  expectNoConsoleErrors(staff, /403/);
  expectNoConsoleErrors(customer);
});
