import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { countRevenue } from '../server/src/revenue/roll-up.ts';
import { browserForThisFile, expectGood, expectToast, mainHeading } from './harness/browser.ts';
import { activeOrganization, ask } from './harness/calls.ts';
import { topUp } from './harness/checkout.ts';
import { downloadBy } from './harness/download.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';
import { openStaffPage, openStaffSession } from './harness/staff.ts';

const { openPage } = browserForThisFile();
const product = sharedProduct();
const meter = { key: `traffic-${process.pid}`, name: `Трафик ${process.pid}`, unit: 'ГБ', aggregation: 'sum' };
let tokens: Tokens;
let organizationId: string;
let subscriptionId: string;

beforeAll(async () => {
  const staff = await openStaffSession(product);
  const post = <T>(who: Tokens, path: string, body: object) =>
    ask<T>(product, who, path, { method: 'POST', headers: { 'idempotency-key': randomUUID() }, body });
  await post(staff, '/api/admin/meters', meter);
  const service = { name: `Диск ${process.pid}`, documentName: 'Хранение файлов', unit: 'шт.', isVisible: true };
  const { id: serviceId } = await post<{ id: string }>(staff, '/api/admin/services', service);
  const price = { meter: meter.key, price: { model: 'unit', unitMinor: 50 }, includedQuantity: 10, minimumMinor: 0 };
  const version = {
    ...{ priceMinor: 30_000, currency: 'RUB', period: { unit: 'month', count: 1 }, anchor: 'connection' },
    ...{ setupFeeMinor: 0, trialDays: 0, maxQuantity: 1, graceDays: 0, mayPause: true, refundOnStop: true },
    meters: [price],
  };
  const tariff = { name: 'По расходу', isVisible: true, version };
  const { id: tariffId } = await post<{ id: string }>(staff, `/api/admin/services/${serviceId}/tariffs`, tariff);

  tokens = await openSession(product, await createPerson(product));
  organizationId = await activeOrganization(product, tokens);
  await topUp(product, tokens, { amountMinor: 100_000 });
  ({ id: subscriptionId } = await post<{ id: string }>(tokens, '/api/subscriptions', { tariffId, quantity: 1 }));
  const { key } = await post<{ key: string }>(staff, '/api/admin/keys', { name: 'Учёт', scopes: ['usage:write'] });
  const occurredAt = new Date().toISOString();
  const events = [{ id: randomUUID(), meter: meter.key, organizationId, quantity: 110, occurredAt }];
  const sent = await post<{ accepted: number }>({ accessToken: key, refreshToken: '' }, '/v1/usage', { events });
  expect(sent.accepted).toBe(1);
});

test('a customer sees the usage of a service with its cost by days and hours, and saves it as a file', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/services/${subscriptionId}`);
  await page
    .getByRole('definition')
    .filter({ hasText: /^110\sГБ$/ })
    .waitFor();
  // 100 of them above the included ones.
  await page
    .getByText(/^50,00\s₽$/)
    .first()
    .waitFor();
  await expectGood(page, 'subscription-usage');
  await page.getByRole('button', { name: 'По часам' }).click();
  await page.getByRole('figure', { name: `${meter.name}: расход по часам` }).waitFor();
  await expectGood(page, 'subscription-usage-hours');
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  const file = await downloadBy(page.getByRole('button', { name: 'Таблица CSV' }));
  expect(file.suggestedFilename()).toMatch(/^usage-[\d-]{10}\.csv$/);
});

test('staff see usage on the organization’s page, rename its meter and change how long events are kept', async () => {
  const page = await openStaffPage(openPage, product, `/admin/organizations?organization=${organizationId}`);
  const used = page.getByRole('list', { name: 'Расход по счётчикам' });
  await used.getByText(/110\sГБ/).waitFor();
  await expectGood(page, 'admin-organization-usage');
  await used.getByRole('link').click();
  await page
    .getByText(/^50,00\s₽$/)
    .first()
    .waitFor();
  await expectGood(page, 'admin-subscription-usage');

  await page.goto(`${product.url}/admin/services`);
  await page.getByRole('button', { name: 'Счётчики' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Переименовать счётчик ${meter.name}` }).click();
  await dialog.getByLabel('Название').fill(`${meter.name}, исходящий`);
  await expectGood(page, 'admin-meter-rename');
  await dialog.getByRole('button', { name: 'Переименовать' }).click();
  await expectToast(page, 'Счётчик переименован');
  await dialog.getByText(`${meter.name}, исходящий, ГБ`).waitFor();
  await dialog.getByRole('button', { name: 'Изменить срок хранения' }).click();
  await dialog.getByLabel('Месяцев').fill('24');
  await expectGood(page, 'admin-usage-retention');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.getByText(/События храним 24\sмес\./).waitFor();
  await expectGood(page, 'admin-meters');
});

test('the page of revenue and the rows behind its figures are accessible and fit every width', async () => {
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  await countRevenue(db).finally(() => db.close());
  const page = await openStaffPage(openPage, product, '/admin/revenue');
  await mainHeading(page, 'Выручка').waitFor();
  await page.getByRole('heading', { name: 'Движение MRR' }).waitFor();
  await expectGood(page, 'admin-revenue');
  for (const list of ['moves', 'subscriptions', 'customers', 'customer-moves', 'debtors', 'upcoming']) {
    await page.goto(`${product.url}/admin/revenue/rows?of=${list}`);
    await page
      .getByRole('link', { name: /выручк/i })
      .first()
      .waitFor();
    await expectGood(page, `admin-revenue-${list}`);
  }
});
