import { expect, test } from 'vitest';
import {
  browserForThisFile,
  expectGood,
  expectNoViolations,
  expectPlace,
  expectToast,
  mainHeading,
} from './harness/browser.ts';
import { ask } from './harness/calls.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage, openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, (started) => {
  product = started;
});

test('«?» opens the article about the page, and help is found by a word or says that there is none', async () => {
  const page = await openPage(signedIn(product, await openSession(product, await createPerson(product))));
  await page.goto(`${product.url}/operations`);
  await page.getByRole('link', { name: 'Справка об этой странице' }).click();
  await mainHeading(page, 'Операции и платежи').waitFor();
  await expectGood(page, 'help-article');
  await page.getByRole('link', { name: '← Справка' }).click();
  await mainHeading(page, 'Справка').waitFor();
  await page.getByRole('heading', { name: 'О кабинете' }).waitFor();
  await expectGood(page, 'help');
  const search = page.getByRole('searchbox', { name: 'Поиск по справке' });
  await search.fill('бюджет');
  await page
    .getByRole('list', { name: 'Найденные статьи' })
    .getByRole('link', { name: /Расходы/ })
    .waitFor();
  await search.fill('бегемот');
  await page.getByText('Ничего не нашлось').waitFor();
  await expectGood(page, 'help-nothing-found');
});

test('«?» of a page whose article is hidden leads to the start of the help', async () => {
  const staff = await openStaffSession(product);
  const hide = (isHidden: boolean) =>
    ask(product, staff, '/api/admin/built-in-help/operations', { method: 'PUT', body: { isHidden } });
  await hide(true);
  const page = await openPage(signedIn(product, await openSession(product, await createPerson(product))));
  await page.goto(`${product.url}/operations`);
  await page.getByRole('link', { name: 'Справка об этой странице' }).click();
  await expectToast(page, 'Этой статьи сейчас нет');
  await expectPlace(page, /\/info\/help\/?$/);
  await mainHeading(page, 'Справка').waitFor();
  await expectNoViolations(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Расходы/ })
    .click();
  await mainHeading(page, 'Расходы').waitFor();
  await hide(false);
});

test('staff write an article with a preview that runs no code, publish it, and customers read it', async () => {
  const page = await openStaffPage(openPage, product, '/admin/help');
  await mainHeading(page, 'Справка').waitFor();
  await page.getByText('Своих статей пока нет').waitFor();
  await expectGood(page, 'admin-help');
  await page.getByRole('link', { name: 'Написать статью' }).click();
  await page.getByLabel('Название').fill('Как нас найти');
  await page
    .getByLabel('Текст', { exact: true })
    .fill('Мы на **Невском**. [Нажмите](javascript:alert(1)) <script>x</script>');
  const preview = page.getByRole('region', { name: 'Как увидят клиенты' });
  await preview.locator('strong', { hasText: 'Невском' }).waitFor();
  expect(await preview.locator('a, script, img').count()).toBe(0);
  await expectGood(page, 'admin-help-article');
  await page.getByLabel('Показывать клиентам').check();
  await page.getByRole('button', { name: 'Сохранить и показать' }).click();
  await expectToast(page, 'Статья опубликована');

  const reader = await openPage(signedIn(product, await openSession(product, await createPerson(product))));
  await reader.goto(`${product.url}/info/help/kak-nas-nayti`);
  await mainHeading(reader, 'Как нас найти').waitFor();
  await reader.locator('strong', { hasText: 'Невском' }).waitFor();
});

test('a dismissed announcement stays dismissed after a reload and in another session', async () => {
  const hourMs = 3_600_000;
  await ask(product, await openStaffSession(product), '/api/admin/announcements', {
    method: 'POST',
    body: {
      ...{ text: 'В субботу работы', link: '/info/help', audience: 'everybody', tariffId: null },
      from: new Date(Date.now() - hourMs).toISOString(),
      until: new Date(Date.now() + hourMs).toISOString(),
    },
  });
  const person = await createPerson(product);
  const open = async () => {
    const page = await openPage(signedIn(product, await openSession(product, person)));
    // A strip that came late is on the next page at the latest.
    await page.goto(`${product.url}/services`);
    await page.getByRole('link', { name: 'Документы', exact: true }).first().click();
    await mainHeading(page, 'Документы').waitFor();
    return page;
  };
  const page = await open();
  const strip = page.getByRole('region', { name: 'Объявления' });
  await strip.getByText('В субботу работы').waitFor();
  await expectGood(page, 'announcement');
  const isDismissed = page.waitForResponse(/\/dismiss$/);
  await strip.getByRole('button', { name: 'Больше не показывать' }).click();
  await strip.waitFor({ state: 'detached' });
  expect((await isDismissed).status()).toBe(204);
  await page.reload();
  await mainHeading(page, 'Документы').waitFor();
  for (const again of [page, await open()]) {
    await again.getByRole('button', { name: 'Уведомления', exact: true }).click();
    await again.getByRole('list', { name: 'Объявления' }).getByText('В субботу работы').waitFor();
    expect(await again.getByRole('region', { name: 'Объявления' }).count()).toBe(0);
  }
});

test('staff add an announcement, see how many will see it, and end it', async () => {
  const page = await openStaffPage(openPage, product, '/admin/announcements');
  await mainHeading(page, 'Объявления').waitFor();
  await page.getByRole('button', { name: 'Добавить объявление' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByText(/Сейчас это \d+\sчеловек/).waitFor();
  await dialog.getByLabel('Текст').fill('Новые цены с января');
  await expectGood(page, 'admin-announcement-form');
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expectToast(page, 'Объявление добавлено');
  await expectGood(page, 'admin-announcements');
  await page.getByRole('button', { name: 'Завершить: Новые цены с января' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Завершить' }).click();
  await expectToast(page, 'Объявление завершено');
  await page.getByText('Закончилось').first().waitFor();
});
