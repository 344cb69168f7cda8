import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserForThisFile, expectPlace, expectToast, mainHeading, pollTimeout } from './harness/browser.ts';
import { activeOrganization, ask, openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operator } from './harness/operator.ts';
import { createPerson, newPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile({ hasMotion: true });
const product = sharedProduct();
let tokens: Tokens;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product, newPerson('Софья Фокина')));
});

async function openAt(path: string, session = tokens): Promise<Page> {
  const page = await openPage(signedIn(product, session));
  await page.goto(product.url + path);
  return page;
}

function focusedHeading(page: Page, name: string) {
  return mainHeading(page, name).and(page.locator(':focus'));
}

test('Escape closes a sheet and returns the focus to its row', async () => {
  const list = `/admin/users?q=${encodeURIComponent('Фокина')}`;
  const page = await openAt(list, await openSession(product, operator));
  const row = page.getByRole('table', { name: 'Пользователи' }).getByRole('link', { name: 'Софья Фокина' });
  await row.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Пользователь' });
  await sheet.getByRole('button', { name: 'Заблокировать' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Заблокировать: Софья Фокина?' });
  await question.getByLabel('Причина').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await sheet.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expectPlace(page, list);
  await row.and(page.locator(':focus')).waitFor();
});

test('after a full refund removes its button the focus goes to the heading', async () => {
  const { id } = await topUp(product, tokens, { amountMinor: 150_000 });
  const page = await openAt(`/payments/${id}`);
  await page.getByRole('button', { name: 'Другие действия' }).press('Enter');
  await page.getByRole('button', { name: 'Вернуть деньги' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Вернуть деньги?' });
  await dialog.getByLabel('Причина').fill('Ошиблись суммой');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Возврат отправлен');
  await dialog.waitFor({ state: 'detached' });
  await focusedHeading(page, '1 500,00 ₽').waitFor();
});

test('keyboard focus follows to the invitations tab and survives revoking an invitation', async () => {
  const id = await activeOrganization(product, tokens);
  const body = { email: 'kollega@example.ru', role: 'member' };
  await ask(product, tokens, `/api/organizations/${id}/invitations`, { method: 'POST', body });
  const page = await openAt(`/organization/${id}`);
  await page.getByRole('main').getByRole('link', { name: 'Пригласить', exact: true }).press('Enter');
  await page.getByRole('tab', { name: 'Приглашения' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: `Отозвать: ${body.email}` }).press('Enter');
  const question = page.getByRole('dialog', { name: `Отозвать приглашение: ${body.email}?` });
  await question.getByRole('button', { name: 'Отозвать' }).press('Enter');
  await expectToast(page, 'Приглашение отозвано');
  await question.waitFor({ state: 'detached' });
  await focusedHeading(page, 'Личный счёт').waitFor();
});

test('a late time zone list does not pull the focus back', async () => {
  const page = await openAt('/profile');
  const field = page.getByRole('combobox', { name: 'Часовой пояс' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/timezone-select-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await field.focus();
  const save = page.getByRole('button', { name: 'Сохранить' });
  await save.focus();
  release();
  await expect.poll(() => field.evaluate((input) => (input as HTMLInputElement).readOnly), pollTimeout).toBe(false);
  await save.and(page.locator(':focus')).waitFor();
});

test('a dialog button shows its pending state', async () => {
  const id = await activeOrganization(product, tokens);
  const body = { email: newPerson().email, role: 'member' };
  await ask(product, tokens, `/api/organizations/${id}/invitations`, { method: 'POST', body });
  const page = await openAt(`/organization/${id}?tab=invitations`);
  await page.getByRole('button', { name: `Отозвать: ${body.email}` }).press('Enter');
  await page.route('**/invitations/*', () => {});
  const button = page.getByRole('dialog').getByRole('button', { name: 'Отозвать' });
  await button.press('Enter');
  await expect.poll(() => button.getAttribute('aria-busy'), pollTimeout).toBe('true');
  expect(await button.evaluate((element) => getComputedStyle(element, '::after').height)).toBe('3px');
});

test('Tab that leaves a popover closes it, so that it covers nothing that has the focus', async () => {
  const page = await openAt('/info');
  await mainHeading(page, 'Информация').waitFor();
  await page.getByRole('button', { name: /^Организация/ }).press('Enter');
  const popover = page.getByRole('dialog', { name: 'Организации' });
  await popover.getByRole('link', { name: 'Создать организацию' }).focus();
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Пополнить' }).and(page.locator(':focus')).waitFor();
  await popover.waitFor({ state: 'hidden' });
});

test('without motion too a dialog gives the focus back to what opened it, and a menu in between to its button', async () => {
  const page = await openAt('/documents/', await switchTo(product, tokens, await openCompany(product, tokens)));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const menu = page.getByRole('button', { name: 'Запросить' });
  await menu.press('Enter');
  await page.getByRole('button', { name: 'Акт сверки' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /акт сверки/i });
  await dialog.getByRole('button', { name: 'Отмена' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await menu.and(page.locator(':focus')).waitFor();
});

test('the focus goes with a download from its button to «Отменить» and back', async () => {
  await topUp(product, tokens, { amountMinor: 150_000 });
  const page = await openAt('/operations');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**/export*', async (route) => {
    await held;
    await route.continue();
  });
  const download = page.getByRole('main').getByRole('button', { name: 'Выгрузить' });
  await download.press('Enter');
  await page.getByRole('button', { name: 'Таблица CSV' }).press('Enter');
  await page.getByRole('button', { name: 'Отменить' }).and(page.locator(':focus')).waitFor();
  release();
  await download.and(page.locator(':focus')).waitFor();
});
