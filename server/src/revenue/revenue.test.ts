import { randomUUID } from 'node:crypto';
import * as contract from '@kazna/contract/admin/revenue';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { fundedOrganization, topUp } from '../../tests/support/charges.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { plantTariff, runUntilDone, setClock } from '../../tests/support/services.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { jobActors } from '../audit/actions-store.ts';
import { createCharge } from '../money/charges/create-charge.ts';
import { refundCharge } from '../money/charges/refund-charge.ts';
import { setCreditLimit } from '../money/ledger/balance-settings-store.ts';
import { importTransfers } from '../money/ledger/import-transfers.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import * as operations from '../services/subscriptions/operations.ts';
import { countRevenue } from './roll-up.ts';

const app = appForThisFile({ isIdle: true });
const zone = 'Europe/Moscow';
const anybody = { organizationId: null, mayUseHidden: true };
let staff: SignedIn;
beforeAll(async () => {
  staff = await newStaff(app, 'finance');
});

/** Each test has a year of its own, since all share one database. */
let year = 2030;
beforeEach(async () => {
  year += 2;
  await app.db.queryText(
    "update subscriptions set status = 'ended', ended_on = started_on, next_step_at = null where status <> 'ended'",
  );
});

const context = () => ({ db: app.db, zone });
const month = (number: number) => `${year}-${String(number).padStart(2, '0')}`;

async function at(number: number, day: number): Promise<void> {
  await setClock(app.db, `${month(number)}-${String(day).padStart(2, '0')}T09:00:00Z`);
  await runUntilDone({ ...context(), onBurst: () => {} });
}

async function subscribe(organizationId: string, tariffId: string): Promise<string> {
  const request = { organizationId, form: { tariffId, quantity: 1 }, actorId: jobActors.subscriptions };
  const call = { ...request, mayConnectHidden: true, key: randomUUID() };
  return (await operations.subscribe(context(), call, async () => {})).id;
}

async function change(id: string, form: { tariffId?: string; quantity?: number }): Promise<void> {
  const { totalMinor } = await operations.previewOf(context(), anybody, id, form);
  await operations.change(context(), anybody, id, { ...form, expectedTotalMinor: totalMinor });
}

async function read(query: { tariffId?: string; serviceId?: string; months?: number } = {}, last = 4) {
  await countRevenue(app.db);
  const call = { query: { months: 4, to: month(last), ...query } };
  return (await app.call(contract.getRevenue, call, { token: staff.token })).body;
}

const byMonth = ({ months }: contract.Revenue) =>
  months.map(({ mrrEndMinor, moves }) => ({
    end: mrrEndMinor,
    ...Object.fromEntries(
      Object.entries(moves)
        .filter(([, { count }]) => count > 0)
        .map(([kind, { amountMinor }]) => [kind, amountMinor]),
    ),
  }));

test('moves of MRR are new, up, stopped, resumed and down in the months in which they happened', async () => {
  await at(1, 10);
  const organizationId = await fundedOrganization(app, 10_000_000);
  const { id: tariffId, serviceId } = await plantTariff(app.db, { priceMinor: 30_000, maxQuantity: 9, mayPause: true });
  const id = await subscribe(organizationId, tariffId);
  await at(2, 5);
  await change(id, { quantity: 3 });
  await at(3, 2);
  await operations.pause(context(), anybody, id);
  await at(3, 20);
  await operations.resume(context(), anybody, id);
  await change(id, { quantity: 2 });
  await at(4, 25);
  const revenue = await read({ serviceId });
  expect(byMonth(revenue)).toEqual([
    { end: 30_000, new: 30_000 },
    { end: 90_000, up: 60_000 },
    { end: 90_000, stopped: -90_000, resumed: 90_000 },
    { end: 60_000, down: -30_000 },
  ]);
  const march = revenue.months[2] as contract.RevenueMonth;
  expect(march).toMatchObject({
    customersStart: 1,
    customersEnd: 1,
    customers: { lost: { count: 1 }, returned: { count: 1 } },
  });
});

test('a year, a quarter, a week and a day are counted as a month', async () => {
  await at(1, 10);
  const organizationId = await fundedOrganization(app, 100_000_000);
  for (const [unit, monthlyMinor] of [
    ['year', 10_000],
    ['quarter', 40_000],
    ['week', 521_429],
    ['day', 3_650_000],
  ] as const) {
    const { id, serviceId } = await plantTariff(app.db, { priceMinor: 120_000, period: { unit, count: 1 } });
    await subscribe(organizationId, id);
    expect((await read({ serviceId, months: 1 }, 1)).months[0]?.mrrEndMinor, unit).toBe(monthlyMinor);
  }
});

test('a change of tariff goes up for the service, stops in the old tariff and is new in the other', async () => {
  await at(1, 10);
  const organizationId = await fundedOrganization(app, 10_000_000);
  const small = await plantTariff(app.db, { priceMinor: 30_000 });
  const large = await plantTariff(app.db, { priceMinor: 50_000 }, small.serviceId);
  const id = await subscribe(organizationId, small.id);
  await at(2, 3);
  await change(id, { tariffId: large.id });
  const february = async (query: { tariffId?: string; serviceId?: string }) =>
    byMonth(await read({ ...query, months: 1 }, 2))[0];
  expect(await february({ serviceId: small.serviceId })).toEqual({ end: 50_000, up: 20_000 });
  expect(await february({ tariffId: small.id })).toEqual({ end: 0, stopped: -30_000 });
  expect(await february({ tariffId: large.id })).toEqual({ end: 50_000, new: 50_000 });
});

test('a refund of a charge lowers the month of the refund and the kind of the charge, not MRR', async () => {
  await at(1, 10);
  const organizationId = await fundedOrganization(app, 10_000_000);
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 30_000, setupFeeMinor: 5000 });
  const id = await subscribe(organizationId, tariffId);
  const { rows } = await app.db.queryText(
    "select charge_id from subscription_lines where subscription_id = $1 and kind = 'setup'",
    [id],
  );
  await at(2, 1);
  const call = { actorId: jobActors.subscriptions, key: randomUUID() };
  await app.db.transaction((tx) =>
    refundCharge(tx, call, rows[0]?.charge_id as string, { amountMinor: 2000, reason: 'Скидка' }),
  );
  const { months } = await read({ tariffId, months: 2 }, 2);
  expect(months.map(({ charges }) => charges.setup.amountMinor)).toEqual([5000, -2000]);
  expect(months.map(({ refundedMinor, mrrEndMinor }) => [refundedMinor, mrrEndMinor])).toEqual([
    [0, 30_000],
    [2000, 30_000],
  ]);
});

test('a charge of a line of usage counts as usage of its tariff', async () => {
  await at(1, 10);
  const organizationId = await fundedOrganization(app, 10_000_000);
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 30_000 });
  const id = await subscribe(organizationId, tariffId);
  const form = { organizationId, amountMinor: 700, currency: 'RUB', description: 'Трафик' } as const;
  const charge = await createCharge(app.db, { actorId: uuidv7(), key: randomUUID() }, form);
  const meterId = uuidv7();
  await app.db.queryText(
    `insert into meters (id, key, name, unit, aggregation, created_by)
     select $1, 'traffic', 'Трафик', 'ГБ', 'sum', id from actors limit 1`,
    [meterId],
  );
  await app.db.queryText(
    `insert into subscription_lines (id, subscription_id, version_id, kind, from_day, to_day, quantity, period_minor,
       period_days, amount_minor, description, charge_id, meter_id, used_quantity, part_from, part_number)
     select $2, subscription_id, version_id, 'usage', from_day, to_day, 1, 700, 31, 700, 'Трафик', $3, $4, 1, from_day, 1
     from subscription_lines where subscription_id = $1 limit 1`,
    [id, uuidv7(), charge.id, meterId],
  );
  const { months } = await read({ tariffId, months: 1 }, 1);
  expect(months[0]?.charges).toMatchObject({ fixed: { amountMinor: 30_000 }, usage: { amountMinor: 700, count: 1 } });
  expect(months[0]?.mrrEndMinor).toBe(30_000);
});

test('debtors are listed with the largest debt first, since their balance last went below zero', async () => {
  await at(1, 10);
  const owe = async (organizationId: string, amountMinor: number) => {
    await app.db.transaction((tx) => setCreditLimit(tx, { organizationId, currency: 'KZT' }, 1_000_000));
    const form = { organizationId, amountMinor, currency: 'KZT', description: 'Услуга' } as const;
    await createCharge(app.db, { actorId: uuidv7(), key: randomUUID() }, form);
  };
  const [small, large] = [await fundedOrganization(app, 0), await fundedOrganization(app, 0)];
  await owe(small, 300);
  await at(1, 12);
  await owe(large, 900);
  await owe(large, 100);
  const list = async (cursor?: string) => {
    const query = { currency: 'KZT' as const, limit: 1, ...(cursor ? { cursor } : {}) };
    return (await app.call(contract.listDebtors, { query }, { token: staff.token })).body;
  };
  const first = await list();
  const second = await list(first.nextCursor as string);
  expect(
    [...first.items, ...second.items].map(({ organization, amountMinor, since }) => [
      organization.id,
      amountMinor,
      since,
    ]),
  ).toEqual([
    [large, 1000, `${month(1)}-12T09:00:00.000Z`],
    [small, 300, `${month(1)}-10T09:00:00.000Z`],
  ]);
  expect(second.nextCursor).toBeNull();
  await countRevenue(app.db);
  const { body } = await app.call(contract.getRevenue, { query: { currency: 'KZT' } }, { token: staff.token });
  expect(body.debts).toEqual({ amountMinor: 1300, count: 2 });
  expect(body.currencies).toContain('KZT');
});

test('transfers of the past that are imported after a count are in the next one', async () => {
  await at(3, 10);
  const organizationId = await fundedOrganization(app, 1000);
  const before = await read({ months: 1 }, 1);
  const fresh = uuidv7();
  await app.db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО «Ива»')", [fresh]);
  const transfer = (kind: 'top_up' | 'charge', amountMinor: number, hour: string) => ({
    ...{ id: uuidv7(), key: randomUUID(), organizationId: fresh, currency: 'RUB' as const, kind, amountMinor },
    ...{ sourceId: null, createdAt: new Date(`${month(1)}-05T${hour}:00:00Z`) },
  });
  await app.db.transaction((tx) =>
    importTransfers(tx, [transfer('top_up', 500, '10'), transfer('charge', -400, '11')]),
  );
  const after = await read({ months: 1 }, 1);
  expect((after.months[0]?.revenueMinor ?? 0) - (before.months[0]?.revenueMinor ?? 0)).toBe(400);
  await topUp(app, organizationId, 100);
});
