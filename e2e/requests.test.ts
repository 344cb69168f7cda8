import { expect, test } from 'vitest';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { plantRequest } from '../server/tests/support/requests.ts';
import { browserForThisFile, expectGood, expectNoConsoleErrors, expectToast } from './harness/browser.ts';
import { ask, openCompany } from './harness/calls.ts';
import { downloadBy } from './harness/download.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn, storedTokens, type Tokens } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

const newCustomer = async () => openSession(product, await createPerson(product));

test('a customer asks with a file, staff answer and leave a note, and both see it without a reload', async () => {
  const page = await openPage(signedIn(product, await newCustomer()));
  await page.goto(`${product.url}/requests`);
  await page.getByText('Обращений пока нет').waitFor();
  await expectGood(page, 'requests-empty');
  await page.getByRole('main').getByRole('link', { name: 'Новое обращение' }).first().click();
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByText('Пожалуйста, введите сообщение').waitFor();
  await page.getByLabel('Тема').selectOption('money');
  await page.getByLabel('Сообщение').fill('Где мой чек?\nПлатёж вчерашний.');
  const file = { name: 'чек.txt', mimeType: 'text/plain', buffer: Buffer.from('чек') };
  await page.getByLabel('Приложить файлы').setInputFiles(file);
  await page.getByRole('list', { name: 'Приложенные файлы' }).getByText('чек.txt').waitFor();
  await expectGood(page, 'requests-new');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByRole('heading', { name: /Обращение №/ }).waitFor();
  await page.getByText('Новое', { exact: true }).waitFor();

  const staff = await openStaffPage(openPage, product, '/admin/requests');
  const row = staff.getByRole('link', { name: /Где мой чек/ });
  await row.waitFor();
  await expectGood(staff, 'admin-requests');
  await row.click();
  const answer = staff.getByLabel('Ответ клиенту');
  await answer.fill('Клиент уже спрашивал');
  await staff.getByLabel('Внутренняя заметка: клиент её не увидит').check();
  await staff.getByRole('button', { name: 'Сохранить заметку' }).click();
  await staff.getByText('Заметка, клиент её не видит').waitFor();
  await answer.fill('Чек отправлен на почту.');
  await staff.getByRole('button', { name: 'Ответить', exact: true }).click();
  await page.getByText('Чек отправлен на почту.').waitFor();
  await page.getByText('Ждёт вашего ответа').waitFor();
  expect(await page.getByText('Клиент уже спрашивал').count()).toBe(0);
  await expectGood(page, 'requests-thread');
  await expectGood(staff, 'admin-requests-thread');

  await page.getByLabel('Ваш ответ').fill('Спасибо, пришёл.');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await staff.getByText('Спасибо, пришёл.').waitFor();
  await staff.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await page.getByText('Обращение закрыто. Если вопрос остался').waitFor();
});

test('an answer that staff are writing stays when they switch their own organization in another tab', async () => {
  const body = { topic: 'money', text: 'Где чек?', fileIds: [] };
  const { id } = await ask<{ id: string }>(product, await newCustomer(), '/api/requests', { method: 'POST', body });
  const page = await openStaffPage(openPage, product, `/admin/requests/${id}`);
  const answer = page.getByLabel('Ответ клиенту');
  await answer.fill('Чек уже в пути');
  const companyId = await openCompany(product, (await storedTokens(page)) as Tokens, 'ООО «Своё»');
  const other = await page.context().newPage();
  await other.goto(`${product.url}/organization/${companyId}`);
  await expectToast(page, 'Организация ООО «Своё» создана');
  expect(await answer.inputValue()).toBe('Чек уже в пути');
});

test('stored pages, vectors and PDF with scripts that are named as pictures run nothing in our origin', async () => {
  const tokens = await newCustomer();
  const profile = await ask<{ id: string; activeOrganizationId: string }>(product, tokens, '/api/profile');
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  const script = 'localStorage.setItem("pwned", "yes")';
  const page = await openPage(signedIn(product, tokens));
  try {
    for (const [name, content] of [
      ['страница.png', `<!doctype html><script>${script}</script>`],
      ['вектор.jpg', `<svg xmlns="http://www.w3.org/2000/svg" onload='${script}'><script>${script}</script></svg>`],
      ['документ.png', '%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj'],
    ] as const) {
      const file = { name, type: 'image/png', content: Buffer.from(content) };
      const { requestId, fileId } = await plantRequest(db, profile.activeOrganizationId, profile.id, { file });
      await page.goto(`${product.url}/requests/${requestId}`);
      const before = page.context().pages();
      const saved = await downloadBy(page.getByRole('button', { name: `Скачать ${name}` }));
      expect(saved.suggestedFilename()).toBe(name);
      expect(page.context().pages()).toEqual(before);
      expectNoConsoleErrors(page);
      // The address itself, as a frame or a tab with the token would load it.
      const opened = await openPage(signedIn(product, tokens));
      await opened.goto(`${product.url}/info`);
      await opened.setExtraHTTPHeaders({ authorization: `Bearer ${tokens.accessToken}` });
      const [download] = await Promise.all([
        opened.waitForEvent('download'),
        opened.goto(`${product.url}/api/request-files/${fileId}`).catch(() => null),
      ]);
      expect(download.suggestedFilename()).toBe(name);
      for (const one of [page, opened]) expect(await one.evaluate(() => localStorage.getItem('pwned'))).toBeNull();
    }
  } finally {
    await db.close();
  }
});
