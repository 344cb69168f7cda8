import { randomUUID } from 'node:crypto';
import { getSubscriptionAsStaff, previewChangeFor, previewSubscribingFor } from '@kazna/contract/admin/subscriptions';
import {
  changeSubscription,
  subscribe as connecting,
  getSubscription,
  listServices,
  pauseSubscription,
  previewChange,
  previewSubscribing,
} from '@kazna/contract/cabinet/services';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { topUp } from '../../../tests/support/charges.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newPayer, type Payer } from '../../../tests/support/payments.ts';
import { monthly, plantDiscount, plantTariff, setClock } from '../../../tests/support/services.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { insertVersion } from '../catalogue/catalogue-store.ts';
import { connect } from './connect.ts';
import { findConnecting, insertIntent } from './intents-store.ts';
import { connectPaid, storeIntent } from './subscribe-by-payment.ts';

const app = appForThisFile();
const zone = 'Europe/Moscow';
let staff: SignedIn;
let payer: Payer;
beforeAll(async () => {
  staff = await newStaff(app, 'admin');
});
beforeEach(async () => {
  await setClock(app.db, '2030-04-16T09:00:00Z');
  payer = await newPayer(app);
});

const byStaff = () => ({ token: staff.token });
const byCustomer = () => ({ token: payer.token });

/** Since the first of April, of which 15 days are over: what is paid is used up to the 16th. */
async function subscribe(tariffId: string, quantity = 1) {
  await setClock(app.db, '2030-04-01T09:00:00Z');
  const { organizationId, id: actorId } = payer;
  const request = { organizationId, actorId, form: { tariffId, quantity }, mayConnectHidden: true };
  const { id } = await app.db.transaction((tx) => connect(tx, zone, request));
  await setClock(app.db, '2030-04-16T09:00:00Z');
  return id;
}

test('a customer who was shown less than connecting costs by now is charged nothing and may try again', async () => {
  await topUp(app, payer.organizationId, 10_000);
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 5000 });
  const headers = { 'idempotency-key': randomUUID() };
  const connectFor = (expectedTotalMinor: number) =>
    app.call(connecting, { body: { tariffId, expectedTotalMinor } }, { ...byCustomer(), headers });
  expect(await connectFor(4999)).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
  const { body: connected } = await connectFor(5000);
  expect((await connectFor(5000)).body).toEqual(connected);
  const rows = 'select amount_minor from charges where organization_id = $1';
  expect((await app.db.queryText(rows, [payer.organizationId])).rows).toEqual([{ amount_minor: '5000' }]);
});

/** From today on, for whoever connects or changes to the tariff. */
async function publish(tariffId: string, terms: Partial<TariffTerms>) {
  const version = { id: randomUUID(), tariffId, number: 2, terms: { ...monthly, ...terms } };
  const dates = { from: '2030-04-16', runningFrom: null, createdBy: payer.id };
  await app.db.transaction((tx) => insertVersion(tx, { ...version, ...dates }));
}

test('a customer who was shown the price of an earlier version begins no trial at the new one before it was shown', async () => {
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 10_000, trialDays: 14 });
  const { items } = (await app.call(listServices, {}, byCustomer())).body;
  const shown = items.flatMap(({ tariffs }) => tariffs).find(({ id }) => id === tariffId);
  await publish(tariffId, { priceMinor: 15_000, trialDays: 14 });
  const connectAt = (expectedVersionId: string | undefined) => {
    const body = { tariffId, expectedTotalMinor: 0, expectedVersionId };
    return app.call(connecting, { body }, { ...byCustomer(), headers: { 'idempotency-key': randomUUID() } });
  };
  expect(await connectAt(shown?.versionId)).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
  const preview = await app.call(previewSubscribing, { body: { tariffId } }, byCustomer());
  expect(await connectAt(preview.body.versionId)).toMatchObject({ status: 201, body: { periodMinor: 15_000 } });
});

test('a customer who was shown the price of an earlier version agrees to no change at the period’s end at the new one before it was shown', async () => {
  await topUp(app, payer.organizationId, 31_000);
  const start = await plantTariff(app.db);
  const basic = await plantTariff(app.db, { priceMinor: 10_000 }, start.serviceId);
  const params = { subscriptionId: await subscribe(start.id) };
  const form = { tariffId: basic.id };
  const preview = () => app.call(previewChange, { params, body: form }, byCustomer());
  const { versionId: shown } = (await preview()).body;
  await publish(basic.id, { priceMinor: 15_000 });
  const changeAt = (expectedVersionId: string | undefined) => {
    const body = { ...form, expectedTotalMinor: 0, expectedVersionId };
    return app.call(changeSubscription, { params, body }, byCustomer());
  };
  expect(await changeAt(shown)).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
  expect(await changeAt((await preview()).body.versionId)).toMatchObject({ status: 200 });
});

test('staff see what connecting a tariff that is not shown would charge a customer, and what the balance lacks', async () => {
  const { organizationId } = payer;
  await topUp(app, organizationId, 10_000);
  const { id: tariffId } = await plantTariff(app.db, { anchor: 'calendar', setupFeeMinor: 1000, maxQuantity: 5 });
  await app.db.queryText('update tariffs set is_visible = false where id = $1', [tariffId]);
  const body = { tariffId, quantity: 2 };
  const preview = await app.call(previewSubscribingFor, { params: { organizationId }, body }, byStaff());
  expect(preview.body).toMatchObject({
    ...{ totalMinor: 31_000, availableMinor: 10_000, missingMinor: 21_000, when: 'now', trialTo: null },
    nextCharge: { on: '2030-05-01', amountMinor: 60_000 },
  });
  expect(preview.body.lines.map(({ amountMinor }) => amountMinor)).toEqual([1000, 30_000]);
  const many = { tariffId, quantity: 6 };
  const refused = await app.call(previewSubscribingFor, { params: { organizationId }, body: many }, byStaff());
  expect(refused.body).toMatchObject({ code: 'quantity_not_allowed' });
  const nobody = await app.call(previewSubscribingFor, { params: { organizationId: randomUUID() }, body }, byStaff());
  expect(nobody.status).toBe(404);
});

test('a preview of a change says what the balance lacks, to the customer and to staff alike, and nothing for a later one', async () => {
  await topUp(app, payer.organizationId, 31_000);
  const start = await plantTariff(app.db, { maxQuantity: 10 });
  const pro = await plantTariff(app.db, { priceMinor: 90_000 }, start.serviceId);
  const basic = await plantTariff(app.db, { priceMinor: 10_000 }, start.serviceId);
  const params = { subscriptionId: await subscribe(start.id) };
  const preview = async (body: { tariffId?: string; quantity?: number }) => {
    const one = await app.call(previewChange, { params, body }, byCustomer());
    const other = await app.call(previewChangeFor, { params, body }, byStaff());
    expect(other.body).toEqual(one.body);
    return one.body;
  };
  expect(await preview({ tariffId: pro.id })).toMatchObject({ when: 'now', totalMinor: 30_000, missingMinor: 29_000 });
  expect(await preview({ tariffId: basic.id })).toMatchObject({ when: 'period_end', totalMinor: 0, missingMinor: 0 });
  await topUp(app, payer.organizationId, 29_000);
  expect(await preview({ tariffId: pro.id })).toMatchObject({ totalMinor: 30_000, missingMinor: 0 });
  const quantity = { params, body: { quantity: 11 } };
  expect((await app.call(previewChangeFor, quantity, byStaff())).body).toMatchObject({ code: 'quantity_not_allowed' });
});

test('staff see a subscription with its organization and lines, and a missing one as not found', async () => {
  await topUp(app, payer.organizationId, 30_000);
  const { id: tariffId } = await plantTariff(app.db);
  const subscriptionId = await subscribe(tariffId);
  const { body } = await app.call(getSubscriptionAsStaff, { params: { subscriptionId } }, byStaff());
  expect(body).toMatchObject({ id: subscriptionId, status: 'active', organization: { id: payer.organizationId } });
  expect(body.lines).toMatchObject([{ kind: 'period', from: '2030-04-01', to: '2030-05-01', amountMinor: 30_000 }]);
  const missing = { params: { subscriptionId: randomUUID() } };
  expect((await app.call(getSubscriptionAsStaff, missing, byStaff())).status).toBe(404);
});

test('a subscription says what stopping would give back while it is paid, and what going on would charge while it is paused', async () => {
  await topUp(app, payer.organizationId, 30_000);
  const { id: tariffId } = await plantTariff(app.db, { mayPause: true });
  const params = { subscriptionId: await subscribe(tariffId) };
  const read = async () => (await app.call(getSubscription, { params }, byCustomer())).body;
  expect(await read()).toMatchObject({
    unused: { from: '2030-04-17', to: '2030-05-01', amountMinor: 14_000 },
    resuming: null,
  });
  await app.call(pauseSubscription, { params }, byCustomer());
  await setClock(app.db, '2030-04-21T09:00:00Z');
  expect(await read()).toMatchObject({
    unused: null,
    resuming: { lines: [{ from: '2030-04-21', to: '2030-05-01', amountMinor: 10_000 }], totalMinor: 10_000 },
  });
});

const statusOf = async (paymentId: string) => (await findConnecting(app.db, paymentId))?.status;

async function insertPayment(): Promise<string> {
  const paymentId = randomUUID();
  await app.db.queryText(
    `insert into payments (id, organization_id, created_by, amount_minor, currency, method, provider, expires_at)
     values ($1, $2, $3, 30000, 'RUB', 'card', 'test', now())`,
    [paymentId, payer.organizationId, payer.id],
  );
  return paymentId;
}

async function endPayment(paymentId: string, status: string): Promise<void> {
  await app.db.queryText(
    `update payments set status = $2, paid_at = case when $2 = 'succeeded' then now() end where id = $1`,
    [paymentId, status],
  );
  await connectPaid({ db: app.db, zone, onBurst: () => undefined });
  // The worker of the product may be at it by itself.
  await expect.poll(() => statusOf(paymentId)).not.toBe('waiting');
}

test('a service that a payment was made for is waiting, then connected, or refused where it ended without the service, the money is gone or the organization is suspended', async () => {
  const { organizationId, id: requestedBy } = payer;
  const { id: tariffId, versionId } = await plantTariff(app.db);
  const pay = async (intentOf: string) => {
    const paymentId = await insertPayment();
    const intent = {
      paymentId,
      organizationId,
      tariffId,
      versionId: intentOf,
      quantity: 1,
      totalMinor: 30_000,
      requestedBy,
    };
    await app.db.transaction((tx) => insertIntent(tx, intent));
    return paymentId;
  };
  expect(await findConnecting(app.db, randomUUID())).toBeNull();
  const [paid, abandoned] = [await pay(versionId), await pay(versionId)];
  expect(await findConnecting(app.db, paid)).toMatchObject({
    ...{ tariffId, quantity: 1, tariffName: 'Старт', status: 'waiting', subscriptionId: null },
  });
  await topUp(app, organizationId, 30_000);
  await endPayment(paid, 'succeeded');
  expect(await findConnecting(app.db, paid)).toMatchObject({ status: 'connected', subscriptionId: expect.any(String) });
  await endPayment(abandoned, 'expired');
  expect(await statusOf(abandoned)).toBe('refused');
  const short = await pay(versionId);
  await endPayment(short, 'succeeded');
  expect(await statusOf(short)).toBe('refused');
  await topUp(app, organizationId, 30_000);
  const suspended = await pay(versionId);
  await app.db.queryText("update organizations set status = 'suspended' where id = $1", [organizationId]);
  await endPayment(suspended, 'succeeded');
  expect(await statusOf(suspended)).toBe('refused');
  const { rows } = await app.db.queryText(
    `select details -> 'isShort' as "isShort" from notifications
     where organization_id = $1 and kind = 'subscription_connecting_refused' order by id`,
    [organizationId],
  );
  expect(rows.map(({ isShort }) => isShort)).toEqual([true, false]);
  await app.db.queryText("update organizations set status = 'active' where id = $1", [organizationId]);
});

test('a service that a payment was made for is not connected for more than the customer has seen', async () => {
  const { organizationId, id: userId } = payer;
  const { id: tariffId } = await plantTariff(app.db);
  const discountId = await plantDiscount(app.db, organizationId);
  const paymentId = await insertPayment();
  await app.db.transaction((tx) =>
    storeIntent(tx, zone, { paymentId, organizationId, userId, subscribe: { tariffId } }),
  );
  await app.db.queryText('update discounts set ended_at = business_now() where id = $1', [discountId]);
  await topUp(app, organizationId, 30_000);
  await endPayment(paymentId, 'succeeded');
  expect(await findConnecting(app.db, paymentId)).toMatchObject({ status: 'refused' });
});
