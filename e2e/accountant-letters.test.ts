import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  expectToast,
  mainHeading,
} from './harness/browser.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

test('an owner names the accountant’s address, which agrees by the letter’s link and is suggested from then on', async () => {
  const person = await openSession(product, await createPerson(product));
  const tokens = await switchTo(product, person, await openCompany(product, person));
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/documents`);
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Запросить' }).click();
    await page.getByRole('button', { name: 'Бухгалтеру каждый месяц' }).click();
    return page.getByRole('dialog', { name: 'Документы бухгалтеру каждый месяц' });
  };
  const dialog = await openDialog();
  const email = `glavbuh-${Date.now()}@example.ru`;
  await dialog.getByLabel('E-mail').fill(email);
  await expectNoViolations(page);
  await expectFit(page, 'accountant-letters');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expectToast(page, 'Адрес сохранён');
  await (await openDialog()).getByText(`${email} ещё не подтвердил адрес.`).waitFor();

  const { links } = await product.mail(email, /подтвердите адрес/);
  const accountant = await openPage();
  await accountant.goto(links.find((link) => link.includes('/auth/accountant')) as string);
  await accountant.getByRole('button', { name: 'Получать документы' }).click();
  await mainHeading(accountant, 'Адрес подтверждён').waitFor();
  await expectNoViolations(accountant);
  await expectFit(accountant, 'accountant-confirmed');
  expectNoConsoleErrors(accountant);
  const { isConfirmed } = await ask<{ isConfirmed: boolean }>(product, tokens, '/api/documents/accountant');
  expect(isConfirmed).toBe(true);
});
