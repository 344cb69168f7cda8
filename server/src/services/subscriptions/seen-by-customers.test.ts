import {
  cancelChangeFor,
  changeFor,
  listAllSubscriptions,
  stopFor,
  subscribeFor,
} from '@kazna/contract/admin/subscriptions';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { changeSubscription, getSubscription, pauseSubscription } from '@kazna/contract/cabinet/services';
import { beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { topUp } from '../../../tests/support/charges.ts';
import { newPayer, type Payer } from '../../../tests/support/payments.ts';
import { monthly, plantTariff, runUntilDone, setClock } from '../../../tests/support/services.ts';
import { confirmSessions, newStaff } from '../../../tests/support/staff.ts';
import { jobActors } from '../../audit/actions-store.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { insertVersion, markToAnnounce } from '../catalogue/catalogue-store.ts';
import { insertDiscount } from '../catalogue/discounts-store.ts';
import { connect } from './connect.ts';

// The test runs the engine itself.
const app = appForThisFile({ isIdle: true });
const zone = 'Europe/Moscow';
let payer: Payer;
beforeEach(async () => {
  await setClock(app.db, '2030-03-01T09:00:00Z');
  payer = await newPayer(app);
  await topUp(app, payer.organizationId, 1_000_000);
});

async function connected(tariffId: string, quantity: number): Promise<string> {
  const { organizationId, id: actorId } = payer;
  const request = { organizationId, actorId, form: { tariffId, quantity }, mayConnectHidden: false };
  return (await app.db.transaction((tx) => connect(tx, zone, request))).id;
}

test('operations of a subscription name its service once, and what was given back by its own days', async () => {
  const { id: tariffId } = await plantTariff(app.db, { maxQuantity: 5, mayPause: true });
  const subscriptionId = await connected(tariffId, 2);
  const { organizationId, token } = payer;
  await app.call(pauseSubscription, { params: { subscriptionId } }, { token });
  const { body } = await app.call(listEntries, { params: { organizationId }, query: { limit: 2 } }, { token });
  const { lines } = (await app.call(getSubscription, { params: { subscriptionId } }, { token })).body;
  expect(body.items.map(({ kind, description }) => [kind, description])).toEqual([
    ['charge_refund', lines[0]?.description],
    ['charge', lines[1]?.description],
  ]);
  expect(lines.map(({ description }) => description)).toEqual([
    expect.stringMatching(/: возврат за 2–31 марта 2030$/),
    expect.stringMatching(/: 1–31 марта 2030$/),
  ]);
});

test('the subscription of a personal account is found and named by whose it is', async () => {
  const { id: tariffId } = await plantTariff(app.db);
  const subscriptionId = await connected(tariffId, 1);
  await app.db.queryText("update organizations set name = 'Личный счёт' where id = $1", [payer.organizationId]);
  await app.db.queryText("update users set name = 'Аглая Синичкина' where id = $1", [payer.id]);
  const { token } = await newStaff(app, 'support');
  const { body } = await app.call(listAllSubscriptions, { query: { search: 'синичк' } } as never, { token });
  expect(body.items).toMatchObject([{ id: subscriptionId, organization: { name: 'Аглая Синичкина' } }]);
});

test('staff give up a pending change with a reason, which the log of the organization shows', async () => {
  const { id: tariffId } = await plantTariff(app.db, { maxQuantity: 5 });
  const subscriptionId = await connected(tariffId, 3);
  const { organizationId, token } = payer;
  const params = { subscriptionId };
  await app.call(changeSubscription, { params, body: { quantity: 1 } }, { token });
  const staff = await newStaff(app, 'admin');
  await confirmSessions(app, staff.id);
  const cancel = () =>
    app.call(cancelChangeFor, { params, body: { reason: 'Клиент передумал' } }, { token: staff.token });
  expect(await cancel()).toMatchObject({ status: 200, body: { quantity: 3, pendingChange: null } });
  const { body } = await app.call(listAudit, { params: { organizationId } }, { token });
  expect(body.items[0]).toMatchObject({
    action: 'subscription.change_canceled',
    details: { reason: 'Клиент передумал' },
  });
  expect(await cancel()).toMatchObject({ status: 409, body: { code: 'nothing_to_change' } });
});

test('customers are notified of what staff do with a service, with what it charged or gave back and the reason', async () => {
  const { id: tariffId } = await plantTariff(app.db, { maxQuantity: 5, refundOnStop: true });
  const staff = await newStaff(app, 'admin');
  await confirmSessions(app, staff.id);
  const { organizationId } = payer;
  const reason = 'По письму';
  const by = { token: staff.token };
  const connecting = { params: { organizationId }, body: { tariffId, quantity: 2, reason } };
  const once = { ...by, headers: { 'idempotency-key': uuidv7() } };
  const { body: connected } = await app.call(subscribeFor, connecting, once);
  expect((await app.call(subscribeFor, connecting, once)).status).toBe(201);
  const params = { subscriptionId: connected.id };
  const change = (quantity: number) => app.call(changeFor, { params, body: { quantity, reason } }, by);
  const stop = (when: 'now' | 'period_end') => app.call(stopFor, { params, body: { when, reason } }, by);
  await change(3);
  await change(1);
  await app.call(cancelChangeFor, { params, body: { reason } }, by);
  await stop('period_end');
  await stop('now');
  const { rows } = await app.db.queryText(
    "select details from notifications where organization_id = $1 and kind = 'subscription_by_staff' order by id",
    [organizationId],
  );
  const told = rows.map(({ details }) => details as Record<string, unknown>);
  expect(told.map(({ did, amountMinor, quantity, on }) => [did, amountMinor, quantity, on])).toEqual([
    ['connected', 60_000, 2, '2030-04-01'],
    ['changed', 30_000, 3, '2030-04-01'],
    ['change_planned', 0, 1, '2030-04-01'],
    ['change_canceled', 0, 3, '2030-04-01'],
    ['stop_planned', 0, 3, '2030-04-01'],
    ['stopped', -87_097, 3, '2030-04-01'],
  ]);
  expect(new Set(told.map((one) => one.reason))).toEqual(new Set([reason]));
});

test('the notice of a new price leaves out a discount that ends before the price applies', async () => {
  const tariff = await plantTariff(app.db);
  const { organizationId } = payer;
  const createdBy = jobActors.subscriptions;
  const size = { percent: 50, amountMinor: null, currency: null, periods: 2, reason: 'Договор' };
  await app.db.transaction((tx) =>
    insertDiscount(tx, { id: uuidv7(), organizationId, tariffId: null, ...size, createdBy }),
  );
  await connected(tariff.id, 1);
  await app.db.transaction(async (tx) => {
    const version = { id: uuidv7(), tariffId: tariff.id, number: 2, terms: { ...monthly, priceMinor: 50_000 } };
    await insertVersion(tx, { ...version, from: '2020-01-02', runningFrom: '2030-05-01', createdBy });
    await markToAnnounce(tx, tariff.id, tariff.versionId);
  });
  await runUntilDone({ db: app.db, zone, onBurst: async () => undefined });
  const { rows } = await app.db.queryText(
    `select details from notifications where organization_id = $1 and kind = 'subscription_price_announced'`,
    [organizationId],
  );
  expect(rows.map(({ details }) => details)).toMatchObject([
    { oldMinor: 15_000, amountMinor: 50_000, isDiscountOver: true },
  ]);
});
