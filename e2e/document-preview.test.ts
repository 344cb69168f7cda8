import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectFit,
  expectNoConsoleErrors,
  expectNoViolations,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { downloadBy } from './harness/download.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, async (started) => {
  product = started;
  await fillBusiness(product, { inn: '7736050003' });
});

async function openAsCompany(path: string, viewport: { width: number; height: number }) {
  const person = await openSession(product, await createPerson(product));
  const tokens = await switchTo(product, person, await openCompany(product, person));
  const page = await openPage({ ...signedIn(product, tokens), viewport });
  await page.goto(product.url + path);
  return { page, tokens };
}

/** How many pixels of a drawn page are dark, so that an empty sheet is not taken for a document. */
function darkPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[role="dialog"] canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] as number) < 100) dark += 1;
    return dark;
  });
}

/** One press more than there are steps: the button keeps the focus. */
async function pressToTheEnd(page: Page, button: Locator, zoom: string): Promise<void> {
  await button.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter');
  await page.getByText(zoom, { exact: true }).waitFor();
  await button.and(page.locator(':focus')).waitFor();
}

test.each([
  [1440, 900],
  [390, 844],
])('an invoice shows its pages at %s px, grows, is saved and closes by Escape', async (width, height) => {
  const { page } = await openAsCompany('/payments/create?method=invoice&amount=500', { width, height });
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  await page.getByText('Ждёт оплаты').waitFor();
  const opener = page.getByRole('button', { name: 'Посмотреть' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: /^Счёт № / });
  await dialog.getByRole('img', { name: 'Страница 1 из 1' }).waitFor();
  await expect.poll(() => darkPixels(page), pollTimeout).toBeGreaterThan(1000);
  await dialog.getByText('Счёт на оплату №').waitFor({ state: 'attached' });
  await expectNoViolations(page);
  await expectFit(page, 'document-preview');

  const canvasWidth = () => dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const before = await canvasWidth();
  await dialog.getByRole('button', { name: 'Крупнее' }).click();
  await expect.poll(canvasWidth, pollTimeout).toBeGreaterThan(before * 1.4);
  await pressToTheEnd(page, dialog.getByRole('button', { name: 'Крупнее' }), '300 %');
  await pressToTheEnd(page, dialog.getByRole('button', { name: 'Мельче' }), '100 %');
  const download = await downloadBy(dialog.getByRole('button', { name: 'Скачать PDF' }));
  expect(download.suggestedFilename()).toMatch(/^Счёт .+ от [\d.]{10}\.pdf$/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement), pollTimeout).toBe(true);
  expectNoConsoleErrors(page);
});

test('a row of «Документы» opens its pages by the keyboard, and a failed file is retried', async () => {
  const { page, tokens } = await openAsCompany('/documents/', { width: 1280, height: 800 });
  const period = { from: '2026-01-01', to: '2026-01-31' };
  await ask(product, tokens, '/api/documents/reconciliations', { method: 'POST', body: period });
  await page.reload();
  await mainHeading(page, 'Документы').waitFor();
  const row = page.getByRole('button', { name: /^Акт сверки № / });
  await page.route('**/api/documents/*/file', (route) => route.abort(), { times: 1 });
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Акт сверки № / });
  await dialog.getByText('Документ не открылся').waitFor();
  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await expect.poll(() => darkPixels(page), pollTimeout).toBeGreaterThan(1000);
});
