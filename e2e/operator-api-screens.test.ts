import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../server/tests/support/receiver.ts';
import {
  browserForThisFile,
  expectFit,
  expectGood,
  expectNoViolations,
  expectToast,
  mainHeading,
  pollTimeout,
} from './harness/browser.ts';
import { activeOrganization } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;

productForThisFile({ env: { ...operatorEnv, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } }, (started) => {
  product = started;
});

const openAsOperator = (path: string) => openStaffPage(openPage, product, path);

const post = (key: string, path: string, body: object) =>
  fetch(product.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });

test('staff add a webhook address, send a test event, find it in the log and send it once more', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const page = await openAsOperator('/admin/webhooks');
  await page.getByRole('button', { name: 'Добавить первый адрес' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Адрес', { exact: true }).fill('https://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Добавить адрес' }).click();
  await dialog.getByText('На этот IP-адрес отправлять нельзя').waitFor();
  await expectNoViolations(page);
  await expectFit(page, 'admin-webhook-new');
  await dialog.getByLabel('Адрес', { exact: true }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Добавить адрес' }).click();
  const shown = dialog.getByLabel('Секрет', { exact: true });
  await shown.waitFor();
  expect(await shown.textContent()).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Готово' }).click();

  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('button', { name: 'Отправить проверку' }).click();
  const log = page.getByRole('table', { name: 'Журнал доставки' });
  await log.getByText('Доставлено').waitFor(pollTimeout);
  await expectNoViolations(page);
  await expectFit(page, 'admin-webhook');
  await log.getByRole('link', { name: 'Проверка связи' }).click();
  const sheet = page.getByRole('dialog', { name: 'Сообщение' });
  await sheet.getByText('Попытка 1: Код 200').waitFor();
  await sheet.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await sheet.getByText('Попытка 2: Код 200').waitFor(pollTimeout);
  await expectNoViolations(page);
  await expectFit(page, 'admin-webhook-delivery');
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('staff make a key, a program charges and holds by it, the customer sees both, and a revoked key is refused', async () => {
  const page = await openAsOperator('/admin/keys');
  await mainHeading(page, 'Ключи API').waitFor();
  await page.getByRole('button', { name: 'Создать первый ключ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Создать ключ' }).click();
  await dialog.getByText('Выберите хотя бы одно право').waitFor();
  await dialog.getByLabel('Название').fill('Биллинг');
  await dialog.getByLabel('charges:write').check();
  await dialog.getByLabel('holds:write').check();
  await dialog.getByLabel('webhooks:write').check();
  await expectGood(page, 'admin-key-new');
  await dialog.getByRole('button', { name: 'Создать ключ' }).click();
  const shown = dialog.getByLabel('Новый ключ', { exact: true });
  await shown.waitFor();
  const key = (await shown.textContent()) ?? '';
  expect(key).toMatch(/^kzn_live_\w{36}$/);
  await expectGood(page, 'admin-key-shown');
  await page.keyboard.press('Escape');
  await dialog.getByText('Закрыть окно? Ещё раз мы это не покажем.').waitFor();
  await dialog.getByRole('button', { name: 'Остаться' }).click();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('table', { name: 'Ключи API' }).getByRole('link', { name: 'Биллинг' }).waitFor();
  expect(await page.content()).not.toContain(key);

  const tokens = await openSession(product, await createPerson(product));
  const organizationId = await activeOrganization(product, tokens);
  await topUp(product, tokens);
  const amount = { organizationId, currency: 'RUB' };
  const charge = { ...amount, amountMinor: 30_000, service: 'Хостинг', description: 'тариф за ноябрь' };
  expect((await post(key, '/v1/charges', charge)).status).toBe(201);
  const hold = { ...amount, amountMinor: 20_000, description: 'Сервер на сутки' };
  expect((await post(key, '/v1/holds', hold)).status).toBe(201);
  const customer = await openPage(signedIn(product, tokens));
  await customer.goto(`${product.url}/operations`);
  await customer.getByRole('table', { name: 'Операции' }).getByText('Хостинг: тариф за ноябрь').first().waitFor();
  await customer.getByRole('link', { name: /^В резерве 200,00/ }).waitFor();
  await expectGood(customer, 'operations-held');
  for (const path of ['/', `/dashboard/${organizationId}`]) {
    await customer.goto(product.url + path);
    await customer
      .getByRole('main')
      .getByText(/В резерве 200,00/)
      .waitFor();
  }

  const url = 'http://127.0.0.1:9/billing';
  expect((await post(key, '/v1/webhook-endpoints', { url, types: ['charge.created'] })).status).toBe(201);
  await page.reload();
  await page.getByRole('link', { name: 'Биллинг' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ключ API' });
  await sheet.getByRole('button', { name: 'Отозвать' }).click();
  await page.getByRole('dialog').getByText(url).waitFor();
  await expectGood(page, 'admin-key-revoke');
  await page
    .getByRole('dialog', { name: 'Отозвать ключ «Биллинг»?' })
    .getByRole('button', { name: 'Отозвать' })
    .click();
  await expectToast(page, 'Ключ отозван');
  expect((await post(key, '/v1/charges', charge)).status).toBe(401);
  await page.goto(`${product.url}/admin/webhooks`);
  const row = page.getByRole('row').filter({ hasText: url });
  await row.getByText('Ключ «Биллинг»').waitFor();
  await row.getByText('Выключен: ключ не действует').waitFor();
  await expectGood(page, 'admin-webhooks-of-key');
});
