import { readNotifications } from '@kazna/contract/cabinet/notifications';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, expectNoConsoleErrors, expectNoViolations, pollTimeout } from './harness/browser.ts';
import { activeOrganization, ask, openCompany, switchTo } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { dispatchLetters } from './harness/letters.ts';
import { createPerson, linkIn, newPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

const bellOf = (page: Page) => page.getByRole('button', { name: /^Уведомления/ });
const bellName = (page: Page) => async () => bellOf(page).getAttribute('aria-label');
const rings = 'Уведомления, непрочитанных: 1';

test('the bell rings in two tabs, leads to the payment, and what is read in one tab is read in the other', async () => {
  const { tokens, accountant } = await openCompanyOfTwo('ООО «Двое»');
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/operations/`);
  const other = await page.context().newPage();
  await other.goto(`${product.url}/profile/`);
  await expect.poll(bellName(page), pollTimeout).toBe('Уведомления');
  await expect.poll(bellName(other), pollTimeout).toBe('Уведомления');

  const payment = await topUp(product, accountant, { description: 'Звонок' });
  await expect.poll(bellName(page), pollTimeout).toBe(rings);
  await expect.poll(bellName(other), pollTimeout).toBe(rings);

  await bellOf(page).click();
  const popover = page.getByRole('dialog', { name: 'Уведомления' });
  await popover.getByRole('link', { name: /Пополнение на 1\s000,00\s₽/ }).waitFor();
  await expectNoViolations(page);
  await popover.getByRole('link', { name: /Пополнение на/ }).click();
  await page.waitForURL(`**/payments/${payment.id}`);
  await expect.poll(bellName(other), pollTimeout).toBe('Уведомления');
  await expect.poll(bellName(page), pollTimeout).toBe('Уведомления');
  expectNoConsoleErrors(page);
});

test('the page of notifications filters by what is unread and by topic, and everything is read at once', async () => {
  const { tokens, accountant } = await openCompanyOfTwo('ООО «Пара»');
  await topUp(product, accountant);
  await topUp(product, accountant, { amountMinor: 200_000 });
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/notifications/`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count(), pollTimeout).toBe(3);
  await expectNoViolations(page);
  await page.getByLabel('Тема').selectOption({ label: 'Обращения' });
  await page.getByText('Таких уведомлений нет').waitFor();
  await page.getByRole('link', { name: 'Показать все' }).click();
  await expect.poll(() => rows.count(), pollTimeout).toBe(3);
  await page.getByRole('link', { name: /^Непрочитанные/ }).click();
  await page.getByRole('main').getByRole('button', { name: 'Прочитать все' }).click();
  await page.getByText('Всё прочитано').waitFor();
  await expect.poll(bellName(page), pollTimeout).toBe('Уведомления');
});

test('a letter’s link switches its letters off without a session, and the settings show it and switch them on again', async () => {
  const owner = await createPerson(product);
  const tokens = await openSession(product, owner);
  const organizationId = await openCompany(product, tokens, 'ООО «Звонок»');
  await admit(organizationId, tokens);
  await dispatchLetters(product);
  const letters = () => lettersTo(owner.email);
  await expect.poll(letters, pollTimeout).toHaveLength(1);
  const [letter] = await letters();
  const stranger = await openPage();
  await stranger.goto(linkIn(letter as { links: string[] }, '/auth/unsubscribe'));
  await stranger.getByRole('button', { name: 'Отписаться' }).click();
  await stranger.getByRole('heading', { name: 'Вы отписаны' }).waitFor();
  await expectNoViolations(stranger);

  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/notifications/settings`);
  const card = page.locator('section', { hasText: 'ООО «Звонок»' });
  expect(await card.getByLabel('Участники').isChecked()).toBe(false);
  expect(await card.getByLabel('Платежи и деньги').isDisabled()).toBe(true);
  await expectNoViolations(page);
  const [saved] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT'),
    card.getByLabel('Участники').check(),
  ]);
  expect(saved.status()).toBe(204);
  const preferences = () =>
    ask<{ items: { organizationId: string; muted: string[] }[] }>(product, tokens, '/api/notification-preferences');
  expect((await preferences()).items.find((one) => one.organizationId === organizationId)?.muted).toEqual([]);
  await card.getByLabel(/Предупреждать/).fill('1 500');
  await card.getByRole('button', { name: 'Сохранить порог' }).click();
  await page.getByText('Порог сохранён').waitFor();
  await page.reload();
  await expect.poll(() => card.getByLabel(/Предупреждать/).inputValue(), pollTimeout).toMatch(/^1\s500$/);
}, 240_000);

async function lettersTo(email: string): Promise<{ subject: string; links: string[] }[]> {
  const answer = await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(email)}`);
  const letters = (await answer.json()) as { subject: string; links: string[] }[];
  return letters.filter(({ subject }) => subject.startsWith('Новый участник'));
}

/** What the accountant does rings for the owner, who has read that they joined. */
async function openCompanyOfTwo(name: string): Promise<{ tokens: Tokens; accountant: Tokens }> {
  const first = await openSession(product, await createPerson(product));
  const organizationId = await openCompany(product, first, name);
  const tokens = await switchTo(product, first, organizationId);
  const accountant = await switchTo(product, await admit(organizationId, tokens, 'accountant'), organizationId);
  await ask(product, tokens, readNotifications.path, { method: 'POST', body: { all: true } });
  return { tokens, accountant };
}

/** Somebody accepts an invitation to the organization. */
async function admit(organizationId: string, tokens: Tokens, role = 'member'): Promise<Tokens> {
  const invited = await createPerson(product, newPerson('Борис Чижов'));
  const body = { email: invited.email, role };
  await ask(product, tokens, `/api/organizations/${organizationId}/invitations`, { method: 'POST', body });
  const theirs = await openSession(product, invited);
  expect(await activeOrganization(product, theirs)).not.toBe(organizationId);
  const received = await ask<{ items: { id: string }[] }>(product, theirs, '/api/profile/invitations');
  await ask(product, theirs, `/api/profile/invitations/${received.items[0]?.id}/accept`, { method: 'POST' });
  return theirs;
}

test('a chat of the messenger is linked by its bot, gets what letters say, and stopping the bot unlinks it', async () => {
  const owner = await createPerson(product);
  const tokens = await openSession(product, owner);
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/notifications/settings`);
  await page.getByRole('button', { name: 'Подключить MAX' }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Открыть бота' }).click();
  const chat = await opening;
  await chat.getByRole('button', { name: 'Начать' }).click();
  await page.getByLabel('Присылать уведомления в MAX').waitFor();
  await expectNoViolations(page);

  await topUp(product, tokens);
  await dispatchLetters(product);
  const seen = async () => {
    await chat.reload();
    return (await chat.getByRole('listitem').allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  };
  await expect.poll(seen, pollTimeout).toContain('Пополнение на 1 000,00 ₽');

  await chat.getByRole('button', { name: 'Остановить бота' }).click();
  await page.getByRole('button', { name: 'Подключить MAX' }).waitFor();
  expectNoConsoleErrors(page);
});
