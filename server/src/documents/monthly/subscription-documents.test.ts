import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { topUp } from '../../../tests/support/charges.ts';
import { plantTariff, runUntilDone, setClock } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { insertDiscount } from '../../services/catalogue/discounts-store.ts';
import { connect } from '../../services/subscriptions/connect.ts';
import * as operations from '../../services/subscriptions/operations.ts';
import type { MonthData } from './document-data.ts';
import { makeMonthDocument, reviseMonth } from './month-document.ts';

// A worker of its own would charge at the same time.
const app = appForThisFile({ isIdle: true });
const zone = 'Europe/Moscow';
const staff = { organizationId: null, mayUseHidden: true };
let company: Company;
let juneAsMade: Awaited<ReturnType<typeof documentOf>>;

async function on(day: string, work: () => Promise<unknown>): Promise<void> {
  await setClock(app.db, `${day}T09:00:00Z`);
  await work();
}

const run = () => runUntilDone({ db: app.db, zone, onBurst: async () => undefined });
const subscribe = async (tariffId: string, quantity = 1) => {
  const who = { organizationId: company.organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  return (await app.db.transaction((tx) => connect(tx, zone, { ...who, form: { tariffId, quantity } }))).id;
};
const change = (id: string, form: { tariffId?: string; quantity?: number }) =>
  operations.change({ db: app.db, zone }, staff, id, form);

async function documentOf(period: string) {
  const { organizationId } = company;
  const id = await app.db.transaction((tx) =>
    makeMonthDocument(tx, { organizationId, period, createdBy: null }, new Date('2027-12-01T09:00:00Z')),
  );
  const { rows } = await app.db.queryText(
    `select data, amount_minor::float8 as amount, vat_minor::float8 as vat from closing_documents where id = $1`,
    [id],
  );
  const { data, amount, vat } = rows[0] as { data: MonthData; amount: number; vat: number };
  return {
    amount,
    vat,
    data,
    lines: data.lines.map((line) => [line.name, line.quantity, line.unit, line.amountMinor]),
  };
}

async function ledgerSum(period: string): Promise<number> {
  const { rows } = await app.db.queryText(
    `select -sum(amount_minor)::float8 as sum from ledger_entries where organization_id = $1
      and kind in ('charge', 'charge_refund') and to_char(created_at at time zone 'Europe/Moscow', 'YYYY-MM') = $2`,
    [company.organizationId, period],
  );
  return rows[0]?.sum as number;
}

async function plantNamed(terms: Parameters<typeof plantTariff>[1], names: Names, serviceId?: string) {
  const tariff = await plantTariff(app.db, terms, serviceId);
  await app.db.queryText('update tariffs set name = $2 where id = $1', [tariff.id, names.tariff]);
  const { service, unit = 'шт.' } = names;
  await app.db.queryText('update services set document_name = $2, unit = $3 where id = $1', [
    ...[tariff.serviceId, service, unit],
  ]);
  return tariff;
}

interface Names {
  tariff: string;
  service: string;
  unit?: string;
}

beforeAll(async () => {
  await setBusiness(app, { taxPeriods: [{ from: '2020-01-01', regime: 'osno', vat: 22 }] });
  company = await newCompany(app);
  const hosting = { service: 'Хостинг' };
  const start = await plantNamed({ priceMinor: 30_000, anchor: 'calendar' }, { ...hosting, tariff: 'Старт' });
  const pro = await plantNamed(
    { priceMinor: 90_000, anchor: 'calendar' },
    { ...hosting, tariff: 'Про' },
    start.serviceId,
  );
  const mail = await plantNamed(
    { priceMinor: 10_000, maxQuantity: 100, anchor: 'calendar', setupFeeMinor: 5000 },
    { service: 'Почта', tariff: 'Ящики', unit: 'ящик' },
  );
  const support = await plantNamed(
    { priceMinor: 33_333, refundOnStop: true },
    { service: 'Поддержка', tariff: 'Плюс', unit: 'мес.' },
  );
  const daily = await plantNamed(
    { priceMinor: 1500, period: { unit: 'day', count: 1 } },
    { service: 'Копии', tariff: 'По дням', unit: 'ГБ' },
  );
  const discount = { percent: 10, amountMinor: null, currency: null, periods: 1, reason: 'Договор' };
  await app.db.transaction((tx) =>
    insertDiscount(tx, {
      ...{ id: crypto.randomUUID(), organizationId: company.organizationId, tariffId: mail.id, ...discount },
      createdBy: jobActors.subscriptions,
    }),
  );
  await playThreeMonths({ start, pro, mail, support, daily });
});

async function playThreeMonths(tariffs: Record<'start' | 'pro' | 'mail' | 'support' | 'daily', { id: string }>) {
  const { start, pro, mail, support, daily } = tariffs;
  let ids: string[] = [];
  await on('2027-06-01', async () => {
    await topUp(app, company.organizationId, 10_000_000);
    ids = [
      ...[await subscribe(start.id), await subscribe(start.id), await subscribe(mail.id, 3)],
      await subscribe(daily.id),
    ];
  });
  const [first, , mailing, copying] = ids as [string, string, string, string];
  let helping = '';
  for (let day = 2; day <= 30; day += 1)
    await on(`2027-06-${String(day).padStart(2, '0')}`, async () => {
      await run();
      if (day === 7) await operations.stop({ db: app.db, zone }, staff, copying, { when: 'now' });
      if (day === 10) helping = await subscribe(support.id);
      if (day === 16) await change(first, { tariffId: pro.id });
      if (day === 20) await change(mailing, { quantity: 5 });
    });
  await on('2027-07-01', async () => {
    await run();
    juneAsMade = await documentOf('2027-06');
  });
  await on('2027-07-05', async () => {
    await change(first, { tariffId: start.id });
    await operations.stop({ db: app.db, zone }, staff, helping, { when: 'now' });
  });
  await on('2027-08-01', run);
  await on('2027-08-10', () => change(mailing, { quantity: 7 }));
}

test('an act of a month has its lines by service and days, with quantity and unit, also of what was changed and stopped in it', async () => {
  const { lines, amount } = juneAsMade;
  expect(lines).toEqual([
    ['Хостинг «Старт», 01.06.2027–30.06.2027', 1, 'шт.', 30_000],
    ['Хостинг «Старт», 01.06.2027–15.06.2027', 1, 'шт.', 15_000],
    ['Хостинг «Про», 16.06.2027–30.06.2027', 1, 'шт.', 45_000],
    ['Почта «Ящики», 01.06.2027–19.06.2027', 3, 'ящик', 17_100],
    ['Почта «Ящики», подключение', 1, 'ящик', 5000],
    ['Почта «Ящики», 20.06.2027–30.06.2027', 5, 'ящик', 16_500],
    ['Поддержка «Плюс», 10.06.2027–09.07.2027', 1, 'мес.', 33_333],
    ['Копии «По дням», 01.06.2027–07.06.2027', 1, 'ГБ', 10_500],
  ]);
  expect(amount).toBe(await ledgerSum('2027-06'));
});

test('what a stop gives back of an earlier month’s charge shortens its days there, and the month of the stop has nothing of it', async () => {
  const july = await documentOf('2027-07');
  expect(july.lines).toEqual([
    ['Хостинг «Про», 01.07.2027–31.07.2027', 1, 'шт.', 90_000],
    ['Хостинг «Старт», 01.07.2027–31.07.2027', 1, 'шт.', 30_000],
    ['Почта «Ящики», 01.07.2027–31.07.2027', 5, 'ящик', 50_000],
  ]);
  await app.db.transaction((tx) => reviseMonth(tx, company.organizationId, '2027-06'));
  const june = await documentOf('2027-06');
  const stopped = ['Поддержка «Плюс», 10.06.2027–05.07.2027', 1, 'мес.', 28_889];
  expect(june.lines).toEqual(
    juneAsMade.lines.map((line) => (String(line[0]).startsWith('Поддержка') ? stopped : line)),
  );
  expect(june.amount + july.amount).toBe((await ledgerSum('2027-06')) + (await ledgerSum('2027-07')));
});

test('a change to a cheaper tariff is charged from the next month on, and seats that were added from their day', async () => {
  const { lines, amount, vat, data } = await documentOf('2027-08');
  expect(lines).toEqual([
    ['Почта «Ящики», 01.08.2027–09.08.2027, 5\u00a0×\u00a0ящик', 1, undefined, 14_516],
    ['Почта «Ящики», 10.08.2027–31.08.2027, 7\u00a0×\u00a0ящик', 1, undefined, 49_677],
    ['Хостинг «Старт», 01.08.2027–31.08.2027', 2, 'шт.', 60_000],
  ]);
  expect(amount).toBe(await ledgerSum('2027-08'));
  expect(data.lines.reduce((sum, line) => sum + line.vatMinor, 0)).toBe(vat);
});
