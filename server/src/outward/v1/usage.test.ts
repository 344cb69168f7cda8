import { randomUUID } from 'node:crypto';
import * as meters from '@kazna/contract/admin/meters';
import * as contract from '@kazna/contract/v1/usage';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { callerWith, fundedOrganization } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { plantMeter } from '../../../tests/support/usage.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { connect } from '../../services/subscriptions/connect.ts';

const app = appForThisFile({ isIdle: true });
let call: ReturnType<typeof callerWith>;
let organizationId: string;
let meter: string;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
  organizationId = await fundedOrganization(app, 10_000_000);
  meter = await plantMeter(app.db);
});

const hourMs = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const event = (more: object = {}) => ({
  ...{ id: randomUUID(), meter, organizationId, quantity: 1, occurredAt: ago(hourMs) },
  ...more,
});
const send = async (...events: object[]) => (await call(contract.sendUsage, { body: { events } })).body;
const dayOf = (daysAhead: number) => ago(-daysAhead * 24 * hourMs).slice(0, 10);
const totalOf = async (key = meter, of = organizationId) => {
  const query = { organizationId: of, meter: key, from: dayOf(-34), to: dayOf(2) };
  return (await call(contract.readUsage, { query })).body.total;
};

test('a batch of usage that is sent again changes nothing', async () => {
  const batch = Array.from({ length: 1000 }, () => event({ quantity: '0.000001' }));
  const before = Number(await totalOf());
  expect(await send(...batch)).toEqual({ accepted: 1000, repeated: 0, refused: [] });
  expect(await send(...batch)).toEqual({ accepted: 0, repeated: 1000, refused: [] });
  expect(Number(await totalOf())).toBeCloseTo(before + 0.001, 6);
});

test('the same id with another quantity, time or meter is refused and not taken', async () => {
  const other = await plantMeter(app.db);
  const first = event({ quantity: 5 });
  await send(first);
  const before = await totalOf();
  for (const changed of [
    { quantity: 6 },
    { occurredAt: ago(40 * 60_000) },
    { meter: other },
    { occurredAt: ago(33 * 24 * hourMs) },
  ])
    expect(await send({ ...first, ...changed })).toMatchObject({
      accepted: 0,
      refused: [{ index: 0, code: 'id_reused' }],
    });
  expect(await send(first, { ...first, quantity: 7 })).toMatchObject({
    accepted: 0,
    repeated: 1,
    refused: [{ index: 1, code: 'id_reused' }],
  });
  expect(await totalOf()).toBe(before);
});

test('ids of usage that are no UUIDs, or differ from one by their case alone, are ids of their own', async () => {
  const id = randomUUID();
  const batch = [id, id.toUpperCase(), `x${id}`, id.replaceAll('-', '')].map((one) => event({ id: one }));
  expect(await send(...batch)).toEqual({ accepted: 4, repeated: 0, refused: [] });
  expect(await send(...batch)).toEqual({ accepted: 0, repeated: 4, refused: [] });
  const before = Number(await totalOf());
  await call(contract.deleteUsage, { params: { usageId: `x${id}` } });
  await call(contract.deleteUsage, { params: { usageId: `x${id}` } });
  expect(Number(await totalOf())).toBe(before - 1);
  const { refused } = await send(event({ id: `x${id}`, quantity: 2 }));
  expect(refused).toMatchObject([{ index: 0, code: 'id_reused' }]);
});

test.each([
  ['no object', 'event_invalid', () => 7 as unknown as object],
  ['an unknown field', 'event_invalid', () => event({ amount: 1 })],
  ['a missing id', 'event_invalid', () => event({ id: undefined })],
  ['an id with a space', 'event_invalid', () => event({ id: 'a b' })],
  ['an infinite quantity', 'quantity_invalid', () => event({ quantity: 'Infinity' })],
  ['a quantity that is no number', 'quantity_invalid', () => event({ quantity: 'NaN' })],
  ['a quantity of 400 digits', 'quantity_invalid', () => event({ quantity: '9'.repeat(400) })],
  ['a quantity of 1e300', 'quantity_invalid', () => event({ quantity: 1e300 })],
  ['a quantity of seven decimals', 'quantity_invalid', () => event({ quantity: 1e-7 })],
  ['an unknown meter', 'meter_unknown', () => event({ meter: 'nothing' })],
  ['an unknown organization', 'organization_unknown', () => event({ organizationId: randomUUID() })],
  ['both names of an organization', 'event_invalid', () => event({ externalId: 'x' })],
  ['a foreign subscription', 'subscription_unknown', () => event({ subscriptionId: randomUUID() })],
  ['a time of the future', 'occurred_in_future', () => event({ occurredAt: ago(-6 * 60_000) })],
  ['a time 36 days back', 'occurred_too_early', () => event({ occurredAt: ago(36 * 24 * hourMs) })],
  ['30 February', 'event_invalid', () => event({ occurredAt: '2026-02-30T00:00:00Z' })],
  ['properties of NUL', 'event_invalid', () => event({ properties: { a: '\0' } })],
])('an event of usage with %s refuses itself alone, by its index and in English', async (_, code, made) => {
  const answer = await send(event(), made(), event());
  expect(answer).toMatchObject({ accepted: 2, repeated: 0, refused: [{ index: 1, code }] });
  expect(answer.refused[0]?.detail).toMatch(/^[A-Z`][\x20-\x7e]*\.$/);
});

test('1e400 in the text of a call, which JSON reads as infinite, refuses its event alone', async () => {
  const text = JSON.stringify({ events: [event(), event({ quantity: 4711 })] }).replace('4711', '1e400');
  const { key } = await newKey(app);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await app.app.inject({ method: 'POST', url: '/v1/usage', headers, payload: text });
  expect(answer.json()).toMatchObject({ accepted: 1, refused: [{ index: 1, code: 'quantity_invalid' }] });
});

test('a call with 1,001 events of usage is refused whole with the limit', async () => {
  const events = Array.from({ length: 1001 }, () => event());
  const { status, body } = await call(contract.sendUsage, { body: { events } });
  expect([status, (body as unknown as { detail: string }).detail]).toEqual([
    413,
    expect.stringContaining('1000 events'),
  ]);
  expect((await call(contract.sendUsage, { body: { events: [] } })).status).toBe(400);
});

test('a deleted event of usage is taken out of its hour, and its id stays used', async () => {
  const [kept, taken] = [event({ quantity: 2.5 }), event({ quantity: 4 })];
  await send(kept, taken);
  const before = Number(await totalOf());
  const remove = async (usageId: string) => (await call(contract.deleteUsage, { params: { usageId } })).status;
  expect([await remove(taken.id), await remove(taken.id), await remove('unknown')]).toEqual([204, 204, 404]);
  expect(Number(await totalOf())).toBeCloseTo(before - 4, 6);
  expect(await send(taken)).toMatchObject({ accepted: 0, repeated: 1 });
  expect(Number(await totalOf())).toBeCloseTo(before - 4, 6);
});

test('an event of usage whose time is finer than a millisecond is deleted once, from the hour that it was added to', async () => {
  const end = `${ago(2 * hourMs).slice(0, 13)}:59:59`;
  const before = await totalOf();
  for (const occurredAt of [`${end}.123456Z`, `${end}.999999999Z`]) {
    const sent = event({ quantity: 3, occurredAt });
    expect(await send(sent)).toMatchObject({ accepted: 1 });
    for (let time = 0; time < 2; time += 1) await call(contract.deleteUsage, { params: { usageId: sent.id } });
    expect(await totalOf()).toBe(before);
  }
});

test('meters of the highest value, of different values and of events stay right with deletions', async () => {
  const [max, unique, count] = [
    await plantMeter(app.db, { aggregation: 'max' }),
    await plantMeter(app.db, { aggregation: 'unique', property: 'user' }),
    await plantMeter(app.db, { aggregation: 'count' }),
  ];
  const at = [ago(2 * hourMs), ago(5 * hourMs)];
  const highest = event({ meter: max, quantity: 9, occurredAt: at[0] });
  const seen = event({ meter: unique, properties: { user: 'б' }, occurredAt: at[1] });
  await send(
    highest,
    event({ meter: max, quantity: 7.5, occurredAt: at[0] }),
    event({ meter: max, quantity: 8, occurredAt: at[1] }),
  );
  await send(
    event({ meter: unique, properties: { user: 'а' }, occurredAt: at[0] }),
    event({ meter: unique, properties: { user: 'а' }, occurredAt: at[1] }),
    ...[seen, event({ meter: unique })],
  );
  await send(event({ meter: count, quantity: 500 }), event({ meter: count }), event({ meter: count, quantity: -1 }));
  expect([await totalOf(max), await totalOf(unique), await totalOf(count)]).toEqual(['9', '2', '1']);
  for (const { id } of [highest, seen])
    expect((await call(contract.deleteUsage, { params: { usageId: id } })).status).toBe(204);
  expect([await totalOf(max), await totalOf(unique)]).toEqual(['8', '1']);
  expect(await send(event({ meter: max, quantity: -1 }))).toMatchObject({ refused: [{ code: 'quantity_invalid' }] });
  expect(await send(event({ meter: unique }))).toMatchObject({ refused: [{ code: 'property_missing' }] });
});

test('usage is read by hour and by day of the business', async () => {
  const key = await plantMeter(app.db);
  const day = dayOf(-2);
  await send(
    event({ meter: key, occurredAt: `${day}T20:59:59Z` }),
    event({ meter: key, occurredAt: `${day}T21:00:00Z`, quantity: 2 }),
    event({ meter: key, occurredAt: `${day}T21:59:59Z`, quantity: 3 }),
  );
  const read = async (by: 'hour' | 'day') =>
    (await call(contract.readUsage, { query: { organizationId, meter: key, from: dayOf(-10), to: dayOf(1), by } }))
      .body;
  expect((await read('hour')).items).toEqual([
    { from: `${day}T20:00:00.000Z`, quantity: '1' },
    { from: `${day}T21:00:00.000Z`, quantity: '5' },
  ]);
  expect((await read('day')).items).toEqual([
    { from: `${dayOf(-3)}T21:00:00.000Z`, quantity: '1' },
    { from: `${day}T21:00:00.000Z`, quantity: '5' },
  ]);
  const { status } = await call(contract.readUsage, { query: { organizationId, meter: key, from: day, to: day } });
  expect(status).toBe(400);
});

test('usage of an organization with two subscriptions with the meter must name one', async () => {
  const key = await plantMeter(app.db);
  const owner = await fundedOrganization(app, 1_000_000);
  const price = { model: 'unit' as const, unitMinor: 1 };
  const tariff = await plantTariff(app.db, { meters: [{ meter: key, price, includedQuantity: 0, minimumMinor: 0 }] });
  const subscribe = () =>
    app.db.transaction((tx) =>
      connect(tx, 'Europe/Moscow', {
        ...{ organizationId: owner, form: { tariffId: tariff.id }, actorId: jobActors.subscriptions },
        mayConnectHidden: true,
      }),
    );
  const used = (more: object = {}) => event({ meter: key, organizationId: owner, occurredAt: ago(0), ...more });
  const { id } = await subscribe();
  expect(await send(used())).toMatchObject({ accepted: 1 });
  await subscribe();
  expect(await send(used())).toMatchObject({ refused: [{ code: 'subscription_required' }] });
  expect(await send(used({ subscriptionId: id }))).toMatchObject({ accepted: 1 });
});

test('staff add a meter once a key, rename it and set how long events are kept', async () => {
  const { token } = await newStaff(app, 'admin');
  const form = { key: 'api-calls', name: 'Вызовы', unit: 'шт.', aggregation: 'count' as const };
  const made = await app.call(meters.createMeter, { body: form }, { token });
  expect(made).toMatchObject({ status: 201, body: { ...form, property: null } });
  expect((await app.call(meters.createMeter, { body: form }, { token })).status).toBe(409);
  const broken = { body: { ...form, key: 'other', property: 'user' } };
  expect((await app.call(meters.createMeter, broken, { token })).status).toBe(400);
  const params = { meterId: made.body.id };
  expect((await app.call(meters.renameMeter, { params, body: { name: 'Запросы' } }, { token })).body.name).toBe(
    'Запросы',
  );
  expect((await app.call(meters.setUsageRetention, { body: { keepMonths: 24 } }, { token })).status).toBe(204);
  const listed = (await app.call(meters.listMeters, {}, { token })).body;
  expect(listed).toMatchObject({
    keepMonths: 24,
    items: expect.arrayContaining([expect.objectContaining({ name: 'Запросы' })]),
  });
});
