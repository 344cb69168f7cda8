import { randomUUID } from 'node:crypto';
import { getOperationAsStaff, refundChargeAsStaff } from '@kazna/contract/admin/operations';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { getOperation } from '@kazna/contract/cabinet/operations';
import { subscribe } from '@kazna/contract/cabinet/services';
import { createCharge, refundCharge } from '@kazna/contract/v1/charges';
import { captureHold, createHold } from '@kazna/contract/v1/holds';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';
import { plantTariff } from '../../tests/support/services.ts';
import { newStaff } from '../../tests/support/staff.ts';

const app = appForThisFile({ env: { SHOWN_METADATA: 'order=Номер заказа, quantity=Количество' } });
let call: ReturnType<typeof callerWith>;
let payer: Payer;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
  payer = await newPayer(app);
  await topUp(app, payer.organizationId, 1_000_000);
});

const charge = async (more: object = {}) => {
  const { organizationId } = payer;
  const body = { organizationId, amountMinor: 300, currency: 'RUB', description: 'Тариф за ноябрь', ...more } as const;
  return (await call(createCharge, { body })).body.id;
};
const read = (operationId: string, { token } = payer) => app.call(getOperation, { params: { operationId } }, { token });

test('a charge opens with the balance before and after it and with its refunds, each of which leads back to it', async () => {
  const id = await charge({ service: 'Хостинг', occurredAt: '2026-11-01T00:00:00.000Z' });
  await charge();
  for (const amountMinor of [100, 50])
    await call(refundCharge, { params: { chargeId: id }, body: { amountMinor, reason: 'Сбой' } });
  const { status, body } = await read(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ kind: 'charge', amountMinor: -300, currency: 'RUB', description: 'Хостинг: Тариф за ноябрь', chargeId: id },
    ...{ transfer: null, document: null },
    charge: {
      ...{ operationId: body.id, service: 'Хостинг', amountMinor: 300, refundedMinor: 150 },
      ...{ isFromHold: false, occurredAt: '2026-11-01T00:00:00.000Z', subscription: null },
    },
  });
  expect(body.balanceBeforeMinor - body.balanceAfterMinor).toBe(300);
  const refunds = body.charge?.refunds ?? [];
  expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual([100, 50]);
  expect((await read(body.id)).body).toEqual(body);
  expect((await read(refunds[0]?.id as string)).body).toMatchObject({
    ...{ kind: 'charge_refund', amountMinor: 100 },
    charge: { operationId: body.id },
  });
});

test("another organization's operation is missing by its own id and by that of its charge", async () => {
  const id = await charge();
  const stranger = await newPayer(app);
  const { body } = await read(id);
  for (const asked of [id, body.id]) expect((await read(asked, stranger)).status).toBe(404);
});

test('operations of a charge and of its refund name the charge', async () => {
  const id = await charge();
  await call(refundCharge, { params: { chargeId: id }, body: { reason: 'Сбой' } });
  const sent = { params: { organizationId: payer.organizationId }, query: { limit: 2 } };
  const { body } = await app.call(listEntries, sent, { token: payer.token });
  expect(body.items.map(({ kind, chargeId }) => [kind, chargeId])).toEqual([
    ['charge_refund', id],
    ['charge', id],
  ]);
});

test('a charge that was captured from a hold says so', async () => {
  const { organizationId } = payer;
  const body = { organizationId, amountMinor: 200, currency: 'RUB', description: 'Звонок' } as const;
  const hold = (await call(createHold, { body })).body;
  const captured = await call(captureHold, { params: { holdId: hold.id }, body: { amountMinor: 150 } });
  const { rows } = await app.db.queryText('select id from charges where hold_id = $1', [hold.id]);
  expect(captured.status).toBe(200);
  expect((await read(rows[0]?.id as string)).body).toMatchObject({ charge: { isFromHold: true, amountMinor: 150 } });
});

test("a customer sees of a charge's metadata only what the business lists, in its order", async () => {
  const id = await charge({ metadata: { margin: '40 %', quantity: '12', order: '№ 17' } });
  expect((await read(id)).body.charge?.shownMetadata).toEqual([
    { title: 'Номер заказа', value: '№ 17' },
    { title: 'Количество', value: '12' },
  ]);
});

test('a charge of a subscription opens with its days, quantity and tariff', async () => {
  const { id: tariffId } = await plantTariff(app.db, { maxQuantity: 5 });
  const { organizationId, token } = payer;
  const headers = { 'idempotency-key': randomUUID() };
  await app.call(subscribe, { body: { tariffId, quantity: 2 } }, { token, headers });
  const { rows } = await app.db.queryText(
    `select l.charge_id, l.subscription_id as id, l.from_day::text as "from", l.to_day::text as "to"
     from subscription_lines l join subscriptions s on s.id = l.subscription_id
     where s.organization_id = $1 and l.kind = 'period'`,
    [organizationId],
  );
  const { charge_id: chargeId, id, from, to } = rows[0] as Record<string, string>;
  const { body } = await read(chargeId as string);
  const expected = { id, tariff: 'Старт', quantity: 2, unit: 'шт.', days: { from, to } };
  expect(body.charge).toMatchObject({ service: 'Аренда серверов', subscription: expected });
});

test('a charge names the last revision of the document that closed its month', async () => {
  const { body: open } = await read(await charge());
  expect(open.document).toBeNull();
  const period = new Date(Date.parse(open.createdAt) + 3 * 60 * 60_000).toISOString().slice(0, 7);
  await app.db.queryText(
    `insert into closing_documents (id, organization_id, kind, series, number, revision, day, period, amount_minor, currency, data)
     select gen_random_uuid(), $1, 'act', 'act', 'К-7', revision, business_now()::date, $2, 300, 'RUB', '{}'
     from generate_series(0, 1) as revision`,
    [payer.organizationId, period],
  );
  expect((await read(open.id)).body.document).toMatchObject({ kind: 'act', number: 'К-7', period, revision: 1 });
});

test('staff give a part of a charge back once by a key, with a log entry and a notification, and never more than is left', async () => {
  const staff = await newStaff(app, 'finance');
  const id = await charge({ service: 'Хостинг', metadata: { margin: '40 %' } });
  const send = (amountMinor: number, key: string) =>
    app.call(
      refundChargeAsStaff,
      { params: { chargeId: id }, body: { amountMinor, reason: 'Простой' } },
      { token: staff.token, headers: { 'idempotency-key': key } },
    );
  const key = randomUUID();
  expect((await send(100, key)).body).toEqual({ refundedMinor: 100 });
  expect((await send(100, key)).body).toEqual({ refundedMinor: 100 });
  const refused = await send(201, randomUUID());
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([409, 'refund_too_large']);
  const { organizationId } = payer;
  const seen = await app.call(
    getOperationAsStaff,
    { params: { organizationId, operationId: id } },
    { token: staff.token },
  );
  expect(seen.body.charge).toMatchObject({
    ...{ metadata: { margin: '40 %' }, refundedMinor: 100 },
    refunds: [{ amountMinor: 100, reason: 'Простой', createdBy: 'Ольга' }],
  });
  const count = async (sql: string) => (await app.db.queryText(sql, [organizationId])).rows[0]?.count;
  expect(
    await count(
      "select count(*)::int as count from audit_log where organization_id = $1 and action = 'charge.refunded'",
    ),
  ).toBe(1);
  expect(
    await count(
      "select count(*)::int as count from notifications where organization_id = $1 and kind = 'charge_refunded'",
    ),
  ).toBe(1);
});
