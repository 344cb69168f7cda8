import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  expectToast,
  mainHeading,
} from './harness/browser.ts';
import { createPerson, linkIn, newPerson, openSession, signedIn } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

async function openProfile(): Promise<{ page: Page; email: string; password: string }> {
  const person = await createPerson(product);
  const page = await openPage(signedIn(product, await openSession(product, person)));
  await page.goto(`${product.url}/profile`);
  return { page, ...person };
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Изменить e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Изменить e-mail' });
  await dialog.waitFor();
  return dialog;
}

test('a pending e-mail change can be resent and canceled', async () => {
  const { page, email, password } = await openProfile();
  const wanted = newPerson().email;
  const dialog = await openDialog(page);
  await dialog.getByLabel('Новый e-mail').fill(wanted);
  await dialog.getByLabel('Текущий пароль').fill(password);
  await dialog.getByRole('button', { name: 'Отправить письмо' }).click();
  await expectToast(page, 'Письмо отправлено');
  await page.getByText(`Ждём подтверждения: ${wanted}`).waitFor();
  const first = linkIn(await product.mail(wanted, /новый e-mail/), '/auth/verify');
  const again = page.getByRole('button', { name: 'Отправить ещё раз' });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await page.getByText(/Ещё раз можно через \d+\sс/).waitFor();

  await page.reload();
  await again.click();
  await page.getByText(/^Письмо отправлено\. Ещё раз можно через/).waitFor();
  const newest = async () => linkIn(await product.mail(wanted, /новый e-mail/), '/auth/verify');
  await expect.poll(newest, { timeout: 20_000 }).not.toBe(first);
  await expectNoViolations(page);
  await expectFit(page, 'profile-pending-email');

  await page.getByRole('button', { name: 'Отменить смену' }).click();
  await expectToast(page, 'Смена e-mail отменена');
  await page.getByText(`Ждём подтверждения: ${wanted}`).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('button', { name: 'Изменить e-mail' }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.getByRole('region', { name: 'E-mail' }).getByText(email).waitFor();
  const answer = await fetch((await newest()).replace('/auth/verify', '/api/auth/verify'));
  expect(answer.status).toBe(400);
  expectNoConsoleErrors(page);
});

test('an e-mail change is confirmed by its link in the same browser, and with the password in another', async () => {
  for (const isSame of [true, false]) {
    const { page, password } = await openProfile();
    const wanted = newPerson().email;
    const dialog = await openDialog(page);
    await dialog.getByLabel('Новый e-mail').fill(wanted);
    await dialog.getByLabel('Текущий пароль').fill(password);
    await dialog.getByRole('button', { name: 'Отправить письмо' }).click();
    await expectToast(page, 'Письмо отправлено');
    const reader = isSame ? page : await openPage();
    await reader.goto(linkIn(await product.mail(wanted, /новый e-mail/), '/auth/verify'));
    if (!isSame) {
      await mainHeading(reader, 'Подтвердите смену e-mail').waitFor();
      await expectNoViolations(reader);
      await reader.getByLabel('Пароль от личного кабинета').fill(password);
      await reader.getByRole('button', { name: 'Подтвердить адрес' }).click();
    }
    await mainHeading(reader, 'Адрес подтверждён').waitFor();
    await reader.getByText(wanted).waitFor();
  }
});

test('an outside click and Escape ask before typed text in a dialog is lost', async () => {
  const { page } = await openProfile();
  const dialog = await openDialog(page);
  const question = dialog.getByText('Закрыть окно? Введённое не сохранится.');
  const field = dialog.getByLabel('Новый e-mail');
  const clickBeside = () => page.mouse.click(5, 5);
  await clickBeside();
  await dialog.waitFor({ state: 'detached' });

  await openDialog(page);
  await field.fill('anna@exam');
  await clickBeside();
  await question.waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'dialog-question');
  await dialog.getByRole('button', { name: 'Остаться' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.type('ple.ru');
  expect(await field.inputValue()).toBe('anna@example.ru');

  await page.keyboard.press('Escape');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('anna@example.ru');

  await clickBeside();
  await dialog.getByRole('button', { name: 'Закрыть окно' }).click();
  await dialog.waitFor({ state: 'detached' });
  await openDialog(page);
  expect(await field.inputValue()).toBe('');
  await field.fill('anna@example.ru');
  await dialog.getByRole('button', { name: 'Закрыть', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expectNoConsoleErrors(page);
});
