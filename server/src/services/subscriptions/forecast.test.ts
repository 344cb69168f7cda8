import { getBalance } from '@kazna/contract/cabinet/balance';
import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { createCharge } from '@kazna/contract/v1/charges';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { newPayer } from '../../../tests/support/payments.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import { insertDiscount } from '../catalogue/discounts-store.ts';
import { connect } from './connect.ts';
import { daysOfMonth, forecast, readRestOfMonth } from './forecast.ts';
import { selectOfOrganization } from './lists-store.ts';
import { addDays, dayIn } from './periods.ts';
import { chargesUntil } from './upcoming.ts';

const app = appForThisFile();
const zone = 'Europe/Moscow';
let payer: Awaited<ReturnType<typeof newPayer>>;
beforeEach(async () => {
  payer = await newPayer(app);
});

const event = fc.record({
  day: fc.nat(90),
  amountMinor: fc.nat(5000),
  paceMinor: fc.constantFrom(0, 0, 0, 300),
});

/** Day by day: the first one that the balance does not suffice for; undefined where it lasts for two hundred. */
function playDays(
  amountMinor: number,
  paceMinor: number,
  events: { day: number; amountMinor: number; paceMinor: number }[],
) {
  let [left, pace] = [amountMinor * 30, paceMinor];
  for (let day = 0; day < 200; day += 1) {
    const due = events.filter((one) => one.day === day);
    for (const one of due) left -= one.amountMinor * 30;
    if (left < 0) return day;
    for (const one of due) pace += one.paceMinor;
    left -= pace;
    if (left < 0) return day;
  }
  return undefined;
}

test('the days that a balance lasts are those of going through day by day with charges and pace', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(3000), fc.array(event, { maxLength: 12 }), (amountMinor, paceMinor, events) => {
      const played = playDays(amountMinor, paceMinor, events);
      const { daysLeft } = forecast({ amountMinor, paceMinor, events, monthDays: 30 });
      if (played !== undefined) expect(daysLeft).toBe(played);
      else if (paceMinor === 0 && events.length === 0) expect(daysLeft).toBeNull();
      else expect(daysLeft).toBeGreaterThanOrEqual(200);
    }),
  );
});

test('a balance that a charge uses up lasts until the next one', () => {
  const charge = (day: number) => ({ day, amountMinor: 100, paceMinor: 0 });
  const daysOf = (events: ReturnType<typeof charge>[]) =>
    forecast({ amountMinor: 100, paceMinor: 0, events, monthDays: 30 }).daysLeft;
  expect(daysOf([charge(7)])).toBe(366);
  expect(daysOf([charge(7), charge(40)])).toBe(40);
});

const subscribe = (tariffId: string) =>
  app.db.transaction((tx) =>
    connect(tx, zone, {
      ...{ organizationId: payer.organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true },
      form: { tariffId },
    }),
  );
const lasting = async () => {
  const { organizationId, token } = payer;
  const params = { organizationId };
  const { body } = await app.call(getBalance, { params }, { token });
  const { body: dashboard } = await app.call(getDashboard, { params }, { token });
  expect(dashboard.daysLeft).toBe(body.daysLeft);
  return { daysLeft: body.daysLeft, monthMinor: body.monthMinor };
};

test('a month costs what a subscription by the month is charged once, in February and while a charge waits for money too', () => {
  const charge = (day: number) => ({ day, amountMinor: 1200, paceMinor: 0 });
  const costOf = (today: string, days: number[]) =>
    forecast({ amountMinor: 0, paceMinor: 0, events: days.map(charge), monthDays: daysOfMonth(today) }).monthMinor;
  // On the 3rd of each month.
  expect(costOf('2027-01-31', [3, 31])).toBe(1200);
  expect(costOf('2027-02-02', [1, 29])).toBe(1200);
  expect(costOf('2027-02-03', [28, 59])).toBe(1200);
  expect(costOf('2027-02-03', [0, 28, 59])).toBe(1200);
  expect(costOf('2027-12-03', [31, 62])).toBe(1200);
});

test('a balance lasts until the first charge of a subscription that it does not cover, and the charges behind it are no pace', async () => {
  const { organizationId } = payer;
  await topUp(app, organizationId, 100_000);
  const { id } = await plantTariff(app.db, { priceMinor: 30_000, period: { unit: 'day', count: 20 } });
  await subscribe(id);
  // 70,000 are left: two more charges, on the 20th and the 40th day, and none on the 60th.
  expect(await lasting()).toEqual({ daysLeft: 60, monthMinor: 30_000 });
  const call = callerWith(app, (await newKey(app)).key);
  const form = { organizationId, amountMinor: 3000, currency: 'RUB' as const, description: 'Трафик' };
  await call(createCharge, { body: form });
  expect(await lasting()).toEqual({ daysLeft: 60, monthMinor: 33_000 });
  await call(createCharge, { body: { ...form, amountMinor: 5000 } });
  // 62,000, of which 8,000 go in 30 days beside the charges.
  expect(await lasting()).toEqual({ daysLeft: 40, monthMinor: 38_000 });
});

test('the rest of a month is at the pace of what subscriptions did not charge', async () => {
  await topUp(app, payer.organizationId, 1_000_000);
  await subscribe((await plantTariff(app.db, { priceMinor: 30_000 })).id);
  const body = {
    organizationId: payer.organizationId,
    amountMinor: 3000,
    currency: 'RUB' as const,
    description: 'Трафик',
  };
  await callerWith(app, (await newKey(app)).key)(createCharge, { body });
  const today = Temporal.PlainDate.from(dayIn(zone, await businessNow(app.db)));
  const daysLeft = today.daysInMonth - today.day;
  expect(await readRestOfMonth(app.db, zone, payer.organizationId, 'RUB')).toBe(Math.round((3000 * daysLeft) / 30));
});

test('a balance that covers all charges of a year ahead lasts longer than it', async () => {
  await topUp(app, payer.organizationId, 10_000_000);
  const { id } = await plantTariff(app.db, { priceMinor: 30_000, period: { unit: 'year', count: 1 } });
  await subscribe(id);
  expect(await lasting()).toEqual({ daysLeft: 366, monthMinor: null });
});

test('charges ahead have the fee after a trial, and a discount only for the periods that it is given for', async () => {
  const { organizationId } = payer;
  await topUp(app, organizationId, 1000);
  const { id: tariffId } = await plantTariff(app.db, { setupFeeMinor: 5000, trialDays: 3 });
  const size = { percent: 50, amountMinor: null, currency: null, periods: 2, reason: 'Договор' };
  const row = { id: crypto.randomUUID(), organizationId, tariffId, ...size, createdBy: jobActors.subscriptions };
  await app.db.transaction((tx) => insertDiscount(tx, row));
  await subscribe(tariffId);
  const [subscription] = await selectOfOrganization(app.db, organizationId);
  const today = dayIn(zone, await businessNow(app.db));
  const { charges } = chargesUntil(subscription as NonNullable<typeof subscription>, addDays(today, 130));
  expect(charges.map(({ amountMinor }) => amountMinor)).toEqual([20_000, 15_000, 30_000, 30_000, 30_000]);
  expect(await lasting()).toMatchObject({ daysLeft: 3 });
});

test('a subscription by the day goes on at its pace where the list of its charges ends', async () => {
  await topUp(app, payer.organizationId, 101_000);
  const { id } = await plantTariff(app.db, { priceMinor: 1000, period: { unit: 'day', count: 1 } });
  await subscribe(id);
  const days = daysOfMonth(dayIn(zone, await businessNow(app.db)));
  expect(await lasting()).toEqual({ daysLeft: 101, monthMinor: days * 1000 });
});
