import { expect, test } from 'vitest';
import { browserForThisFile, expectGood, mainHeading, pollTimeout } from './harness/browser.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();

test('the page of visitors says what there is, and its footer opens contacts and legal texts without a session', async () => {
  const page = await openPage();
  await page.goto(product.url);
  await mainHeading(page, /деньги организации/).waitFor();
  await page.locator('#prerendered').waitFor({ state: 'detached' });
  for (const name of ['Счета и закрывающие документы', 'Услуги и расходы', 'API'])
    await page.getByRole('heading', { level: 3, name }).waitFor();
  await expectGood(page, 'landing-footer');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('button', { name: 'Контакты' }).click();
  await page.getByRole('dialog', { name: 'Контакты' }).getByRole('link', { name: /@/ }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count(), pollTimeout).toBe(0);
  await footer.getByRole('button', { name: 'Оферта' }).click();
  await page.getByRole('dialog', { name: 'Оферта' }).getByText('Версия от').waitFor();
});
