import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { expect, test } from 'vitest';
import { fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { engineForThisFile } from '../../../tests/support/engine.ts';
import { insertPerson } from '../../../tests/support/history-rows.ts';
import { monthly, plantTariff } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { notificationKinds } from '../../notification-kinds.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertVersion, markToAnnounce } from '../catalogue/catalogue-store.ts';
import { insertDiscount, markDiscountEnded } from '../catalogue/discounts-store.ts';
import { change } from './operations.ts';

const engine = engineForThisFile();
const { at, pass, connect, staff, zone } = engine;

async function begin(day: string, terms: Partial<TariffTerms>, fundsMinor: number, periods?: number) {
  await at(day);
  const tariff = await plantTariff(engine.db, terms);
  const organizationId = await fundedOrganization({ db: engine.db }, fundsMinor);
  const member = "insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')";
  await engine.db.queryText(member, [organizationId, await insertPerson(engine.db)]);
  if (periods) {
    const size = { percent: 50, amountMinor: null, currency: null, periods, reason: 'Договор' };
    const row = { id: uuidv7(), organizationId, tariffId: null, ...size, createdBy: jobActors.subscriptions };
    await engine.db.transaction((tx) => insertDiscount(tx, row));
  }
  return { organizationId, tariff, subscription: await connect(organizationId, tariff.id) };
}

async function noticesTo(organizationId: string) {
  const { rows } = await engine.db.queryText(
    'select kind, details from notifications where organization_id = $1 order by id',
    [organizationId],
  );
  return rows.map(({ kind, details }) => [kind, details] as const);
}

/** All that a notice says, but for the balance, which is that of the moment. */
async function textsTo(organizationId: string): Promise<string[]> {
  const context = { publicUrl: 'https://kazna.example.ru', balances: [] };
  return (await noticesTo(organizationId)).map(([kind, details]) => {
    const described = notificationKinds.ofMembers.find(({ name }) => name === kind);
    const { headline, paragraphs, facts = [] } = described?.describe(details as never, context as never) ?? fail(kind);
    const told = facts.filter(([label]) => label !== 'На балансе сейчас').map((fact) => fact.join(' '));
    return [headline, ...paragraphs, ...told].join('; ');
  });
}

function fail(kind: unknown): never {
  throw new Error(`${kind} is no kind of notification`);
}

test('a customer in a trial is notified three days before of the charge after it, also where the balance suffices', async () => {
  const { organizationId } = await begin('2027-01-01', { trialDays: 14, setupFeeMinor: 10_000 }, 100_000);
  await pass('2027-01-11');
  expect(await noticesTo(organizationId)).toEqual([]);
  await pass('2027-01-13');
  expect(await textsTo(organizationId)).toEqual([
    'Пробный период услуги «Облако» заканчивается, 15 января 2027 спишется 400,00\u00a0₽; Если услуга не нужна, отключите её до этого дня.; Из них за подключение 100,00\u00a0₽; Услуга Облако; Тариф Старт',
  ]);
  await pass('2027-02-13');
  expect(await noticesTo(organizationId)).toHaveLength(1);
});

test('a charge after a trial that the balance does not cover is notified of once, with the trial', async () => {
  const { organizationId } = await begin('2027-03-01', { trialDays: 14 }, 100);
  await pass('2027-03-13');
  expect(await textsTo(organizationId)).toEqual([
    '15 марта 2027 спишется 300,00\u00a0₽, а на балансе меньше; Пробный период заканчивается. Пополните баланс заранее, чтобы услуга не остановилась.; Услуга Облако; Тариф Старт',
  ]);
});

test('a trial of a tariff that costs nothing ends without a notice', async () => {
  const { organizationId } = await begin('2027-04-01', { trialDays: 14, priceMinor: 0 }, 100);
  await pass('2027-04-20');
  expect(await noticesTo(organizationId)).toEqual([]);
});

test('the first charge without a discount is notified of three days before, and those with it are not', async () => {
  const { organizationId } = await begin('2027-05-01', {}, 500_000, 2);
  await pass('2027-06-27');
  expect(await noticesTo(organizationId)).toEqual([]);
  await pass('2027-06-29');
  expect(await textsTo(organizationId)).toEqual([
    'Скидка на услугу «Облако» закончилась, 1 июля 2027 спишется 300,00\u00a0₽; Со скидкой период стоил 150,00\u00a0₽; Услуга Облако; Тариф Старт',
  ]);
  await pass('2027-08-10');
  expect(await noticesTo(organizationId)).toHaveLength(1);
});

test('a dearer charge that a customer has chosen notifies nobody', async () => {
  const { organizationId, tariff, subscription } = await begin('2027-09-01', { maxQuantity: 5 }, 500_000, 1);
  const other = await plantTariff(engine.db, { priceMinor: 20_000 }, tariff.serviceId);
  await change({ db: engine.db, zone }, staff, subscription.id, { tariffId: other.id });
  await pass('2027-10-10');
  expect(await noticesTo(organizationId)).toEqual([]);
});

test('a new price is notified of with the day of its first charge, and with what it is without the discount', async () => {
  const { organizationId, tariff } = await begin('2030-01-10', {}, 500_000, 3);
  await engine.db.transaction(async (tx) => {
    const version = { id: uuidv7(), tariffId: tariff.id, number: 2, terms: { ...monthly, priceMinor: 50_000 } };
    const createdBy = jobActors.subscriptions;
    await insertVersion(tx, { ...version, from: '2020-01-02', runningFrom: '2030-02-20', createdBy });
    await markToAnnounce(tx, tariff.id, tariff.versionId);
  });
  await pass('2030-01-11');
  expect(await textsTo(organizationId)).toEqual([
    'С 10 марта 2030 меняется цена услуги «Облако»; Она действует с первого периода, который начнётся 10 марта 2030 или позже. До тех пор услугу можно остановить или сменить тариф.; Цена сейчас 150,00\u00a0₽; Без скидки новая цена 500,00\u00a0₽; Услуга Облако; Тариф Старт',
  ]);
});

test('a suspended customer is notified of what the balance needs, and then of what going on has cost', async () => {
  const { organizationId } = await begin('2027-11-01', { graceDays: 3 }, 30_000);
  for (const day of ['2027-11-28', '2027-12-01', '2027-12-04']) await pass(day);
  const notices = await noticesTo(organizationId);
  expect(notices.map(([kind]) => kind)).toEqual([
    'subscription_charge_expected',
    'subscription_past_due',
    'subscription_suspended',
  ]);
  // 3 days of grace, and 28 of 31 from the day of the suspension on.
  expect(notices.at(-1)?.[1]).toMatchObject({ amountMinor: 2903 + 27_097 });
  expect((await textsTo(organizationId)).at(-1)).toContain('приостановлена: на балансе нужно 300,00\u00a0₽');
  await topUp({ db: engine.db }, organizationId, 30_000);
  await pass('2027-12-05');
  // 3 days of grace, and 27 of 31.
  expect((await noticesTo(organizationId)).at(-1)).toMatchObject([
    'subscription_resumed',
    { amountMinor: 2903 + 26_129 },
  ]);
  expect((await textsTo(organizationId)).at(-1)).toContain('снова работает, списано 290,32\u00a0₽');
});

test('a customer left with a smaller discount, or with none because staff ended it, is notified of the dearer charge', async () => {
  const { organizationId } = await begin('2032-01-01', {}, 500_000, 1);
  const size = { amountMinor: null, currency: null, periods: null, reason: 'Договор' };
  const smaller = { id: uuidv7(), organizationId, tariffId: null, ...size, createdBy: jobActors.subscriptions };
  // Older than the one that runs out.
  smaller.id = '00000000-0000-7000-8000-000000000001';
  await engine.db.transaction((tx) => insertDiscount(tx, { ...smaller, percent: 10 }));
  await pass('2032-01-30');
  expect(await textsTo(organizationId)).toEqual([
    'Скидка на услугу «Облако» закончилась, 1 февраля 2032 спишется 270,00\u00a0₽; Со скидкой период стоил 150,00\u00a0₽; Услуга Облако; Тариф Старт',
  ]);
  await pass('2032-02-01');
  await engine.db.transaction((tx) => markDiscountEnded(tx, smaller.id));
  await pass('2032-02-28');
  expect((await textsTo(organizationId)).slice(1)).toEqual([
    'Скидка на услугу «Облако» закончилась, 1 марта 2032 спишется 300,00\u00a0₽; Со скидкой период стоил 270,00\u00a0₽; Услуга Облако; Тариф Старт',
  ]);
});
