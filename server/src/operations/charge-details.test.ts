import { listEntries } from '@kazna/contract/cabinet/balance';
import { getChargeDetails } from '@kazna/contract/cabinet/charges';
import { createCharge, refundCharge } from '@kazna/contract/v1/charges';
import { captureHold, createHold } from '@kazna/contract/v1/holds';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';

const app = appForThisFile({ env: { SHOWN_METADATA: 'order=Номер заказа, quantity=Количество' } });
let call: ReturnType<typeof callerWith>;
let payer: Payer;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
  payer = await newPayer(app);
  await topUp(app, payer.organizationId, 10_000);
});

const charge = async (more: object = {}) => {
  const { organizationId } = payer;
  const body = { organizationId, amountMinor: 300, currency: 'RUB', description: 'Тариф за ноябрь', ...more } as const;
  return (await call(createCharge, { body })).body.id;
};
const read = (chargeId: string) =>
  app.call(getChargeDetails, { params: { organizationId: payer.organizationId, chargeId } }, { token: payer.token });

test('a charge opens with the balance before and after it and with its refunds', async () => {
  const id = await charge({ service: 'Хостинг', occurredAt: '2026-11-01T00:00:00.000Z' });
  await charge();
  for (const amountMinor of [100, 50])
    await call(refundCharge, { params: { chargeId: id }, body: { amountMinor, reason: 'Сбой' } });
  const { status, body } = await read(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ amountMinor: 300, refundedMinor: 150, currency: 'RUB', description: 'Тариф за ноябрь', service: 'Хостинг' },
    ...{ isFromHold: false, occurredAt: '2026-11-01T00:00:00.000Z' },
  });
  expect(body.balanceBeforeMinor - body.balanceAfterMinor).toBe(300);
  expect(body.refunds.map(({ amountMinor }) => amountMinor)).toEqual([100, 50]);
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
  expect((await read(rows[0]?.id as string)).body).toMatchObject({ isFromHold: true, amountMinor: 150 });
});

test("a customer sees of a charge's metadata only what the business lists, in its order", async () => {
  const id = await charge({ metadata: { margin: '40 %', quantity: '12', order: '№ 17' } });
  expect((await read(id)).body.shownMetadata).toEqual([
    { title: 'Номер заказа', value: '№ 17' },
    { title: 'Количество', value: '12' },
  ]);
});
