import { listAllAudit } from '@kazna/contract/admin/audit';
import * as staffContract from '@kazna/contract/admin/services';
import { listServices } from '@kazna/contract/cabinet/services';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { newPayer } from '../../../tests/support/payments.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { addDays, dayIn } from '../subscriptions/periods.ts';
import { maxServices, maxTariffs } from './catalogue-store.ts';

const app = appForThisFile();
const today = dayIn('Europe/Moscow', new Date().toISOString());
const serviceForm = { name: 'Хостинг', documentName: 'Услуги хостинга', unit: 'шт', isVisible: true };
const terms: TariffTerms = {
  ...{ priceMinor: 30_000, currency: 'RUB', period: { unit: 'month', count: 1 }, anchor: 'connection' },
  ...{ setupFeeMinor: 0, trialDays: 0, maxQuantity: 1, graceDays: 3, mayPause: true, refundOnStop: true, meters: [] },
};

let staff: SignedIn;
let token: string;
beforeAll(async () => {
  staff = await newStaff(app, 'admin', 'Алла');
  token = staff.token;
});

const newService = async (form: Partial<typeof serviceForm> = {}) =>
  (await app.call(staffContract.createService, { body: { ...serviceForm, ...form } }, { token })).body.id;
const newTariff = async (serviceId: string, version: Partial<TariffTerms> = {}, isVisible = true) => {
  const body = { name: 'Базовый', isVisible, version: { ...terms, ...version } };
  return (await app.call(staffContract.createTariff, { params: { serviceId }, body }, { token })).body.id;
};
const addVersion = (tariffId: string, body: Partial<staffContract.VersionForm>) =>
  app.call(
    staffContract.createVersion,
    { params: { tariffId }, body: { version: terms, from: today, ...body } },
    { token },
  );
const readService = async (serviceId: string) =>
  (await app.call(staffContract.getCatalogueService, { params: { serviceId } }, { token })).body;
const lastAction = async () => (await app.call(listAllAudit, {}, { token })).body.items[0];

/** A row of the engine's, as far as the catalogue looks at it. */
async function plantSubscription(tariffId: string, versionNumber = 1, trialTo: string | null = null): Promise<string> {
  const { organizationId, ...owner } = await newPayer(app);
  await app.db.queryText(
    `insert into subscriptions (id, organization_id, tariff_id, version_id, quantity, status, anchor, started_on, charged_to,
       trial_to, created_by)
     select gen_random_uuid(), $1, $2, v.id, 1, 'active', $4, $4, $4, $5, $6
     from tariff_versions v where v.tariff_id = $2 and v.number = $3`,
    [organizationId, tariffId, versionNumber, today, trialTo, owner.id],
  );
  return owner.token;
}

test('a new service and its first tariff, in force from today, are listed to staff and logged', async () => {
  const serviceId = await newService({ name: 'Почта' });
  expect(await lastAction()).toMatchObject({
    action: 'service.created',
    actorName: 'Алла',
    details: { service: 'Почта' },
  });
  const tariffId = await newTariff(serviceId);
  const details = { service: 'Почта', tariff: 'Базовый', price: '300.00', currency: 'RUB', period: '1 month' };
  expect(await lastAction()).toMatchObject({ action: 'tariff.created', details });
  const { items } = (await app.call(staffContract.listCatalogue, {}, { token })).body;
  const service = items.find(({ id }) => id === serviceId);
  expect(service).toMatchObject({ name: 'Почта', group: null, description: null });
  expect(service?.tariffs).toMatchObject([
    {
      id: tariffId,
      isClosed: false,
      versions: [{ ...terms, number: 1, from: today, runningFrom: null, createdBy: 'Алла' }],
    },
  ]);
});

test('a change of a service keeps what it does not name and clears what is null', async () => {
  const serviceId = await newService();
  const change = (body: object) => app.call(staffContract.updateService, { params: { serviceId }, body }, { token });
  expect((await change({ group: 'Серверы', description: '**Быстро**' })).body).toMatchObject({
    group: 'Серверы',
    ...serviceForm,
  });
  expect((await change({ group: null, name: 'Сервер' })).body).toMatchObject({
    group: null,
    description: '**Быстро**',
    name: 'Сервер',
  });
  expect(await lastAction()).toMatchObject({
    action: 'service.changed',
    details: { service: 'Хостинг', newName: 'Сервер' },
  });
});

test('two versions that are added at once get consecutive numbers', async () => {
  const tariffId = await newTariff(await newService());
  const answers = await Promise.all([1, 2, 3].map(() => addVersion(tariffId, {})));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { rows } = await app.db.queryText('select number from tariff_versions where tariff_id = $1 order by 1', [
    tariffId,
  ]);
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test.each([
  ['from yesterday on', { from: addDays(today, -1) }, 409],
  ['from before an earlier version on', { from: addDays(today, 9) }, 409],
  ['from the day of an earlier version on', { from: addDays(today, 10) }, 201],
  [
    'for running subscriptions before the notice ends',
    { from: addDays(today, 10), runningFrom: addDays(today, 13) },
    409,
  ],
  ['for running subscriptions as the notice ends', { from: addDays(today, 10), runningFrom: addDays(today, 14) }, 201],
  ['for running subscriptions before new ones', { from: addDays(today, 30), runningFrom: addDays(today, 20) }, 409],
])('a version %s has the status that its dates deserve', async (_name, dates, status) => {
  const tariffId = await newTariff(await newService());
  await addVersion(tariffId, { from: addDays(today, 10) });
  const answer = await addVersion(tariffId, dates);
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer.body).toMatchObject({ code: 'version_dates_wrong' });
});

test('a version that reaches running subscriptions keeps period, currency and anchor; one for new ones need not', async () => {
  const tariffId = await newTariff(await newService());
  const runningFrom = addDays(today, 20);
  const others: Partial<TariffTerms>[] = [
    { currency: 'USD' },
    { anchor: 'calendar' },
    { period: { unit: 'month', count: 3 } },
  ];
  for (const other of others) {
    const answer = await addVersion(tariffId, { version: { ...terms, ...other }, runningFrom });
    expect(answer).toMatchObject({ status: 409, body: { code: 'version_not_comparable' } });
  }
  expect((await addVersion(tariffId, { version: { ...terms, priceMinor: 1 }, runningFrom })).status).toBe(201);
  expect((await addVersion(tariffId, { version: { ...terms, currency: 'USD' } })).status).toBe(201);
});

test('a version does not reach subscriptions of an older version with another currency', async () => {
  const tariffId = await newTariff(await newService());
  await plantSubscription(tariffId);
  const dollars = { ...terms, currency: 'USD' as const };
  expect((await addVersion(tariffId, { version: dollars })).status).toBe(201);
  const next = { version: { ...dollars, priceMinor: 5 }, runningFrom: addDays(today, 14) };
  expect(await addVersion(tariffId, next)).toMatchObject({ status: 409, body: { code: 'version_not_comparable' } });
  await app.db.queryText("update subscriptions set status = 'ended', ended_on = $2 where tariff_id = $1", [
    tariffId,
    today,
  ]);
  expect((await addVersion(tariffId, next)).status).toBe(201);
});

test('a tariff can be deleted until it is connected for the first time', async () => {
  const serviceId = await newService();
  const [unused, used] = [await newTariff(serviceId), await newTariff(serviceId)];
  await addVersion(unused, { runningFrom: addDays(today, 14) });
  await plantSubscription(used);
  const remove = (tariffId: string) => app.call(staffContract.deleteTariff, { params: { tariffId } }, { token });
  expect(await remove(used)).toMatchObject({ status: 409, body: { code: 'tariff_in_use' } });
  expect((await remove(unused)).status).toBe(204);
  expect(await lastAction()).toMatchObject({ action: 'tariff.deleted', details: { tariff: 'Базовый' } });
  expect((await remove(unused)).status).toBe(404);
  expect((await readService(serviceId)).tariffs.map(({ id }) => id)).toEqual([used]);
});

test('a tariff that is closed, hidden or of a hidden service is not offered to customers', async () => {
  const serviceId = await newService({ name: 'Виден' });
  const [open, closed] = [await newTariff(serviceId), await newTariff(serviceId)];
  await newTariff(serviceId, {}, false);
  await newTariff(await newService({ name: 'Скрыт', isVisible: false }));
  const params = { tariffId: closed };
  const { body } = await app.call(staffContract.updateTariff, { params, body: { isClosed: true } }, { token });
  expect(body).toMatchObject({ id: closed, isClosed: true, isVisible: true, name: 'Базовый' });
  const owner = await signedInPerson(app);
  const { items } = (await app.call(listServices, {}, { token: owner.token })).body;
  expect(items.find(({ name }) => name === 'Скрыт')).toBeUndefined();
  expect(items.find(({ id }) => id === serviceId)?.tariffs.map(({ id }) => id)).toEqual([open]);
});

test('customers are offered the version that is in force, and a trial once a service', async () => {
  const serviceId = await newService();
  const tariffId = await newTariff(serviceId, { trialDays: 7 });
  await addVersion(tariffId, { version: { ...terms, trialDays: 7, priceMinor: 1 }, from: addDays(today, 1) });
  const offered = async (customer: string) => {
    const { items } = (await app.call(listServices, {}, { token: customer })).body;
    return items.find(({ id }) => id === serviceId)?.tariffs;
  };
  expect(await offered((await signedInPerson(app)).token)).toMatchObject([
    { id: tariffId, priceMinor: 30_000, discount: null, hasTrial: true },
  ]);
  expect(await offered(await plantSubscription(tariffId, 1, today))).toMatchObject([{ hasTrial: false }]);
});

test('services and tariffs are refused beyond their limits, also at once', async () => {
  const serviceId = await newService();
  const fill = `insert into tariffs (id, service_id, name, is_visible, created_by)
    select gen_random_uuid(), $1, 'Тариф', true, $2 from generate_series(1, $3::int)`;
  await app.db.queryText(fill, [serviceId, staff.id, maxTariffs - 1]);
  const body = { name: 'Лишний', isVisible: true, version: terms };
  const create = () => app.call(staffContract.createTariff, { params: { serviceId }, body }, { token });
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409, 409]);
  await app.db.queryText(
    `insert into services (id, name, document_name, unit, is_visible, created_by)
     select gen_random_uuid(), 'Услуга', 'Услуга', 'шт', false, $1
     from generate_series(1, $2::int - 1 - (select count(*)::int from services))`,
    [staff.id, maxServices],
  );
  const add = () => app.call(staffContract.createService, { body: serviceForm }, { token });
  expect((await Promise.all([add(), add(), add()])).map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  await app.db.queryText("delete from services where name = 'Услуга'");
});

test('fields of services and tariffs name their limits in Russian', async () => {
  const wrong = { ...serviceForm, name: '', documentName: 'а'.repeat(101), unit: '' };
  const answer = await app.call(staffContract.createService, { body: wrong }, { token });
  expect(answer).toMatchObject({ status: 400 });
  expect((answer.body as { errors?: object }).errors).toEqual([
    { path: 'name', message: 'Пожалуйста, введите название' },
    { path: 'documentName', message: 'Длина названия для документов от 1 до 100 символов' },
    { path: 'unit', message: 'Пожалуйста, введите единицу измерения' },
  ]);
});
