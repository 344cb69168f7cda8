import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, expectNoConsoleErrors, expectNoViolations, expectToast } from './harness/browser.ts';
import { ask, openCompany } from './harness/calls.ts';
import { operator } from './harness/operator.ts';
import { createPerson, newPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

async function companyWithMember() {
  const owner = await openSession(product, await createPerson(product, newPerson('Ольга Соколова')));
  const person = await createPerson(product, newPerson('Пётр Иванов'));
  const member = await openSession(product, person);
  const id = await openCompany(product, owner);
  const body = { email: person.email, role: 'member' };
  const path = `/api/organizations/${id}/invitations`;
  const invitation = await ask<{ id: string }>(product, owner, path, { method: 'POST', body });
  await ask(product, member, `/api/profile/invitations/${invitation.id}/accept`, { method: 'POST' });
  return { owner, id, person };
}

async function roleOf(owner: Tokens, id: string, email: string): Promise<string | undefined> {
  const path = `/api/organizations/${id}/members`;
  const { items } = await ask<{ items: { email: string; role: string }[] }>(product, owner, path);
  return items.find((member) => member.email === email)?.role;
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('ownership is granted only after a confirmation that names the person, never by arrow keys', async () => {
  const { owner, id, person } = await companyWithMember();
  const page = await openPage(signedIn(product, owner));
  await page.goto(`${product.url}/organization/${id}?tab=members`);
  const role = page.getByRole('button', { name: `Роль: ${person.name}` });
  await role.focus();
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  if ((await role.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape');
  await role.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Владелец' }).waitFor();
  await expectNoViolations(page);
  for (let turn = 0; turn < 4; turn += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  expect(await roleOf(owner, id, person.email)).toBe('member');

  const choose = async (name: string) => {
    await role.click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await choose('Владелец');
  const question = page.getByRole('dialog', { name: `Сделать владельцем: ${person.name}?` });
  await question.getByText(person.email).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Отмена');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  expect(await roleOf(owner, id, person.email)).toBe('member');

  await choose('Бухгалтер');
  await expectToast(page, 'Роль изменена');
  expect(await roleOf(owner, id, person.email)).toBe('accountant');
  await choose('Администратор');
  await page.getByRole('button', { name: 'Сделать администратором' }).click();
  await expect.poll(() => roleOf(owner, id, person.email)).toBe('admin');
  expectNoConsoleErrors(page);
});

test('full staff access is granted only after a second confirmation', async () => {
  const person = await createPerson(product, newPerson('Игорь Волков'));
  const tokens = await openSession(product, operator);
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/admin/users?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('table', { name: 'Пользователи' }).getByRole('link').click();
  await page.getByRole('dialog', { name: 'Пользователь' }).getByRole('button', { name: 'Изменить роль' }).click();
  const dialog = page.getByRole('dialog', { name: `Роль сотрудника: ${person.name}` });
  await dialog.getByLabel('Роль').selectOption('Администратор');
  await dialog.getByLabel('Причина').fill('Новый сотрудник');
  await page.keyboard.press('Enter');
  await dialog.getByText(`Сделать администратором: ${person.name}`).waitFor();
  expect(await focusedText(page)).toBe('Не менять');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Роль').waitFor();
  const path = `/api/admin/users?q=${encodeURIComponent(person.email)}`;
  const roleNow = async () =>
    (await ask<{ items: { operatorRole: string | null }[] }>(product, tokens, path)).items[0]?.operatorRole;
  expect(await roleNow()).toBeNull();
  await dialog.getByRole('button', { name: 'Изменить роль' }).click();
  await dialog.getByRole('button', { name: 'Сделать администратором' }).click();
  const identity = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await identity.getByLabel('Пароль', { exact: true }).fill(operator.password);
  expect(await roleNow()).toBeNull();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Роль сотрудника изменена');
  expect(await roleNow()).toBe('admin');
  // The refusal that asks for the password.
  expectNoConsoleErrors(page, /403/);
});
