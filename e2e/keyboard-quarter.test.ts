import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserForThisFile, expectPlace, expectToast, mainHeading, pollTimeout } from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { openCompany, switchTo } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';

const { openPage } = browserForThisFile({ hasMotion: true });
let product: Product;
productForThisFile({ env: operatorEnv }, async (started) => {
  product = started;
  await fillBusiness(product, { inn: '7736050003' });
});

/** The accessible name of what has the focus, with its visible text. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`.trim();
  });
}

/** Presses Tab until the focus is on what has such a name, as a person looks for it. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  while (!name.test(seen.at(-1) ?? '')) {
    if (seen.length === 40) throw new Error(`Tab did not come to ${name}, but to ${seen.join(', ')}`);
    await page.keyboard.press('Tab');
    seen.push(await focusedName(page));
  }
}

const focusOn = (page: Page, name: RegExp) => expect.poll(() => focusedName(page), pollTimeout).toMatch(name);

async function pressInTurn(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('an accountant makes an invoice, takes a quarter as ZIP, opens a document and asks for a reconciliation by keys alone', async () => {
  const person = await openSession(product, await createPerson(product));
  const tokens = await switchTo(product, person, await openCompany(product, person));
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  await mainHeading(page, /./).waitFor();

  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Поиск и команды' }).waitFor();
  await page.keyboard.type('счёт на 120000');
  await page.getByRole('option', { name: /Счёт на 120/ }).waitFor();
  await page.keyboard.press('Enter');
  await mainHeading(page, 'Пополнение').and(page.locator(':focus')).waitFor();
  await tabTo(page, /^Выставить счёт/);
  await page.keyboard.press('Enter');
  await expectPlace(page, /^\/invoices\//);
  await mainHeading(page, /120/).and(page.locator(':focus')).waitFor();

  await pressInTurn(page, 'KeyG', 'KeyD');
  await mainHeading(page, 'Документы').and(page.locator(':focus')).waitFor();
  await tabTo(page, /^Период/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Этот квартал' }).waitFor();
  await tabTo(page, /^Этот квартал/);
  await page.keyboard.press('Enter');
  await expectPlace(page, /period=quarter/);
  await focusOn(page, /^Период: Этот квартал/);

  await tabTo(page, /^Скачать всё/);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^Документы с .+\.zip$/);
  await focusOn(page, /^Скачать всё/);

  await tabTo(page, /^Счёт №\s/);
  await page.keyboard.press('Enter');
  await expectPlace(page, /^\/invoices\//);
  await pressInTurn(page, 'KeyG', 'KeyD');
  await mainHeading(page, 'Документы').and(page.locator(':focus')).waitFor();

  await tabTo(page, /^Запросить/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Акт сверки' }).waitFor();
  await tabTo(page, /^Акт сверки/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /акт сверки/i });
  await dialog.getByLabel('По', { exact: true }).waitFor();
  await tabTo(page, /^Запросить/);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Документ готов');
  await focusOn(page, /^Запросить/);
});
