import { randomUUID } from 'node:crypto';
import { setCreditLimit } from '@kazna/contract/admin/balance';
import { getOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { setPromisedPaymentRules } from '@kazna/contract/admin/subscriptions';
import { listAudit } from '@kazna/contract/cabinet/audit';
import {
  getPromisedPayment,
  listPromisedPayments,
  takePromisedPayment,
} from '@kazna/contract/cabinet/promised-payments';
import { stopSubscription } from '@kazna/contract/cabinet/services';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { topUp } from '../../../tests/support/charges.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newPayer, type Payer } from '../../../tests/support/payments.ts';
import { plantTariff, runUntilDone, setClock } from '../../../tests/support/services.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { endCreditLimits } from '../../money/ledger/balance-settings-store.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { connect } from '../subscriptions/connect.ts';
import { endPromisedPayments } from './end-promised-payments.ts';

// The test runs the engine itself.
const app = appForThisFile({ isIdle: true });
const zone = 'Europe/Moscow';
const rules = { isAllowed: true, maxMinor: 100_000, days: 3, everyDays: 30 };
let staff: SignedIn;
beforeAll(async () => {
  staff = await newStaff(app, 'admin');
});
beforeEach(async () => {
  await setClock(app.db, '2030-03-01T09:00:00Z');
  await setRules({});
});

const setRules = (changes: Partial<typeof rules>) =>
  app.call(setPromisedPaymentRules, { body: { ...rules, ...changes } }, { token: staff.token });
const read = async ({ token }: Payer) => (await app.call(getPromisedPayment, {}, { token })).body;
const take = ({ token }: Payer) => app.call(takePromisedPayment, {}, { token });
const run = async () => {
  await runUntilDone({ db: app.db, zone, onBurst: async () => undefined });
  await endPromisedPayments({ db: app.db, zone, onBurst: () => {} });
};
const account = async ({ organizationId }: Payer) => {
  const { rows } = await app.db.queryText(
    `select balance_minor::int as balance, credit_limit_minor::int as limit, promised_minor::int as promised,
       overdue_minor::int as overdue
     from ledger_accounts where organization_id = $1 and kind = 'organization' and currency = 'RUB'`,
    [organizationId],
  );
  return rows[0];
};
const setLimit = ({ organizationId }: Payer, limitMinor: number) =>
  app.call(
    setCreditLimit,
    { params: { organizationId }, body: { currency: 'RUB', limitMinor, reason: 'Договор' } },
    { token: staff.token },
  );
const statusOf = async ({ organizationId }: Payer) => {
  const { rows } = await app.db.queryText('select status from subscriptions where organization_id = $1', [
    organizationId,
  ]);
  return rows[0]?.status;
};
const promiseOf = async ({ organizationId }: Payer) => {
  const { rows } = await app.db.queryText('select status from promised_payments where organization_id = $1', [
    organizationId,
  ]);
  return rows.map(({ status }) => status);
};

const chargeNoMore = ({ organizationId }: Payer) =>
  app.db.queryText('update subscriptions set next_step_at = null where organization_id = $1', [organizationId]);

const noticesOf = async ({ id }: Payer, kind = 'promised_payment_unpaid') => {
  const { rows } = await app.db.queryText('select details from notifications where user_id = $1 and kind = $2', [
    id,
    kind,
  ]);
  return rows.map(({ details }) => details);
};

/** A customer whose month of 300.50 is paid since 1 March, with nothing left for April; the clock stands on 30 March. */
async function customerShortOfMoney(): Promise<Payer> {
  const payer = await newPayer(app);
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 30_050, graceDays: 5 });
  await topUp(app, payer.organizationId, 30_050);
  const { organizationId, id: actorId } = payer;
  await app.db.transaction((tx) =>
    connect(tx, zone, { organizationId, actorId, form: { tariffId }, mayConnectHidden: false }),
  );
  await setClock(app.db, '2030-03-30T09:00:00Z');
  return payer;
}

test('a promised payment is offered in whole roubles once a charge of the next three days is not covered', async () => {
  const payer = await customerShortOfMoney();
  expect(await read(payer)).toEqual({
    offer: { amountMinor: 30_100, currency: 'RUB', until: '2030-04-02' },
    ...{ reason: null, againOn: null, active: null },
  });
  await setRules({ maxMinor: 20_000 });
  expect((await read(payer)).offer?.amountMinor).toBe(20_000);
  await setRules({ isAllowed: false });
  expect(await read(payer)).toMatchObject({ offer: null, reason: 'not_allowed' });
  expect(await take(payer)).toMatchObject({ status: 409, body: { code: 'promised_payment_refused' } });
  await setRules({});
  await topUp(app, payer.organizationId, 30_050);
  expect(await read(payer)).toMatchObject({ offer: null, reason: 'nothing_due' });
});

test('a promised payment that is taken twice at once raises the limit once, and stands in the log', async () => {
  const payer = await customerShortOfMoney();
  const statuses = (await Promise.all([take(payer), take(payer), take(payer)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  expect(await account(payer)).toEqual({ balance: 0, limit: 30_100, promised: 30_100, overdue: 0 });
  expect(await read(payer)).toMatchObject({ reason: 'active', active: { amountMinor: 30_100, until: '2030-04-02' } });
  const { organizationId, token } = payer;
  const { body } = await app.call(listAudit, { params: { organizationId } }, { token });
  const details = { amount: '301.00', currency: 'RUB', until: '2030-04-02' };
  expect(body.items[0]).toMatchObject({ action: 'promised_payment.taken', actorName: 'Мария', details });
});

test('a promise that was paid in time ends with its limit, and may be repeated only after the days of the rules', async () => {
  const payer = await customerShortOfMoney();
  await take(payer);
  await setClock(app.db, '2030-04-01T09:00:00Z');
  await run();
  expect(await account(payer)).toMatchObject({ balance: -30_050, limit: 30_100 });
  await topUp(app, payer.organizationId, 30_050);
  await setClock(app.db, '2030-04-02T20:59:00Z');
  await run();
  expect(await promiseOf(payer)).toEqual(['active']);
  await setClock(app.db, '2030-04-02T21:00:00Z');
  await run();
  expect(await promiseOf(payer)).toEqual(['paid']);
  const { items } = (await app.call(listPromisedPayments, {}, { token: payer.token })).body;
  expect(items).toMatchObject([{ amountMinor: 30_100, currency: 'RUB', until: '2030-04-02', status: 'paid' }]);
  expect(await account(payer)).toEqual({ balance: 0, limit: 0, promised: 0, overdue: 0 });
  expect(await statusOf(payer)).toBe('active');
  expect(await read(payer)).toMatchObject({ offer: null, reason: 'too_early', againOn: '2030-04-29' });
});

test('a promise that was not kept suspends, leaves a debt that cannot be spent again, and is paid by the money that comes', async () => {
  const payer = await customerShortOfMoney();
  await take(payer);
  await setClock(app.db, '2030-04-01T09:00:00Z');
  await run();
  await setClock(app.db, '2030-04-03T09:00:00Z');
  await run();
  expect(await promiseOf(payer)).toEqual(['unpaid']);
  expect(await statusOf(payer)).toBe('suspended');
  expect(await noticesOf(payer)).toEqual([{ amountMinor: 30_100, currency: 'RUB', until: '2030-04-02' }]);
  const owed = await account(payer);
  expect(owed).toMatchObject({ limit: 0, promised: 0 });
  expect(owed?.balance).toBeLessThan(0);
  await setRules({ everyDays: 1 });
  expect(await read(payer)).toMatchObject({ offer: null, reason: 'unpaid' });
  await topUp(app, payer.organizationId, -(owed?.balance ?? 0));
  await run();
  expect(await promiseOf(payer)).toEqual(['paid']);
  expect(await account(payer)).toEqual({ balance: 0, limit: 0, promised: 0, overdue: 0 });
  expect(await statusOf(payer)).toBe('suspended');
});

test('a promise that breaks on the last paid day suspends, although going on would cost nothing on that day', async () => {
  const payer = await newPayer(app);
  const { organizationId, id: actorId } = payer;
  await setClock(app.db, '2030-03-27T09:00:00Z');
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 30_000, period: { unit: 'day', count: 3 } });
  await topUp(app, organizationId, 30_000);
  await app.db.transaction((tx) =>
    connect(tx, zone, { organizationId, actorId, form: { tariffId }, mayConnectHidden: false }),
  );
  await setClock(app.db, '2030-03-28T09:00:00Z');
  await take(payer);
  await setClock(app.db, '2030-03-30T09:00:00Z');
  await run();
  expect(await statusOf(payer)).toBe('active');
  await setClock(app.db, '2030-04-01T09:00:00Z');
  await run();
  await run();
  expect([await statusOf(payer), await promiseOf(payer)]).toEqual(['suspended', ['unpaid']]);
  expect((await account(payer))?.balance).toBe(-30_000);
});

test('a promise whose debt is not paid reminds of it once, a day before its last one', async () => {
  await setRules({ days: 4 });
  const payer = await customerShortOfMoney();
  await take(payer);
  const reminders = async (now: string) => {
    await setClock(app.db, now);
    await run();
    return noticesOf(payer, 'promised_payment_ends');
  };
  expect(await reminders('2030-04-01T09:00:00Z')).toEqual([]);
  const expected = [{ amountMinor: 30_050, currency: 'RUB', until: '2030-04-03' }];
  expect(await reminders('2030-04-02T09:00:00Z')).toEqual(expected);
  expect(await reminders('2030-04-03T09:00:00Z')).toEqual(expected);
});

test('a promise reminds of a debt that the last day makes, and not of none', async () => {
  await setRules({ days: 2 });
  const [short, paid] = [await customerShortOfMoney(), await customerShortOfMoney()];
  for (const payer of [short, paid]) await take(payer);
  await topUp(app, paid.organizationId, 30_050);
  await setClock(app.db, '2030-03-31T09:00:00Z');
  await run();
  expect(await noticesOf(short, 'promised_payment_ends')).toEqual([]);
  await setClock(app.db, '2030-04-01T09:00:00Z');
  await run();
  expect(await noticesOf(short, 'promised_payment_ends')).toMatchObject([{ amountMinor: 30_050 }]);
  expect(await noticesOf(paid, 'promised_payment_ends')).toEqual([]);
});

test('a subscription that was stopping ends with a promise that was not kept, and does not go on when the debt is paid', async () => {
  const payer = await customerShortOfMoney();
  await take(payer);
  await setClock(app.db, '2030-04-01T09:00:00Z');
  await run();
  const { rows } = await app.db.queryText('select id from subscriptions where organization_id = $1', [
    payer.organizationId,
  ]);
  const params = { subscriptionId: rows[0]?.id as string };
  const stopped = await app.call(stopSubscription, { params, body: { when: 'period_end' } }, { token: payer.token });
  expect(stopped).toMatchObject({ status: 200, body: { status: 'stopping' } });
  await setClock(app.db, '2030-04-03T09:00:00Z');
  await run();
  expect(await statusOf(payer)).toBe('ended');
  await topUp(app, payer.organizationId, 100_000);
  await run();
  expect(await statusOf(payer)).toBe('ended');
});

test('a limit that staff set keeps the promised part, which staff do not see as theirs', async () => {
  const payer = await customerShortOfMoney();
  await take(payer);
  const params = { organizationId: payer.organizationId };
  const shown = async () =>
    (await app.call(getOrganizationAsStaff, { params }, { token: staff.token })).body.balances[0]?.creditLimitMinor;
  expect(await shown()).toBe(0);
  expect((await setLimit(payer, 5000)).status).toBe(204);
  expect(await account(payer)).toMatchObject({ limit: 35_100, promised: 30_100 });
  expect(await shown()).toBe(5000);
  await chargeNoMore(payer);
  await setClock(app.db, '2030-04-03T09:00:00Z');
  await endPromisedPayments({ db: app.db, zone, onBurst: () => {} });
  expect(await account(payer)).toEqual({ balance: 0, limit: 5000, promised: 0, overdue: 0 });
});

test('a debt of a promise that staff cover by a limit is overdue no more, and their limit goes no lower than it', async () => {
  const payer = await customerShortOfMoney();
  await take(payer);
  for (const now of ['2030-04-01T09:00:00Z', '2030-04-03T09:00:00Z']) {
    await setClock(app.db, now);
    await run();
  }
  const overdue = -((await account(payer))?.balance ?? 0);
  expect((await setLimit(payer, overdue - 100)).status).toBe(204);
  expect(await account(payer)).toMatchObject({ limit: overdue - 100, overdue: 100 });
  expect((await read(payer)).reason).toBe('unpaid');
  // Before the promise is found to be paid.
  expect((await setLimit(payer, overdue)).status).toBe(204);
  expect((await read(payer)).reason).toBe('too_early');
  expect(await setLimit(payer, 0)).toMatchObject({ status: 409, body: { code: 'credit_limit_used' } });
  expect(await account(payer)).toMatchObject({ limit: overdue, overdue: 0 });
});

test('a promise whose limit went with the closing of the organization ends as paid', async () => {
  const payer = await customerShortOfMoney();
  await take(payer);
  await app.db.transaction((tx) => endCreditLimits(tx, payer.organizationId));
  expect(await account(payer)).toMatchObject({ limit: 0, promised: 0 });
  await app.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [
    payer.organizationId,
  ]);
  await chargeNoMore(payer);
  await setClock(app.db, '2030-04-03T09:00:00Z');
  await endPromisedPayments({ db: app.db, zone, onBurst: () => {} });
  expect(await promiseOf(payer)).toEqual(['paid']);
});

test('a promise that was not kept leaves services alone that are paid in another currency', async () => {
  const payer = await customerShortOfMoney();
  const { organizationId, id: actorId } = payer;
  const inDollars = { kind: 'top_up', from: 'clearing', to: { organizationId }, currency: 'USD' } as const;
  await app.db.transaction((tx) => postTransfer(tx, { ...inDollars, key: `top_up:${randomUUID()}`, amountMinor: 500 }));
  const { id: tariffId } = await plantTariff(app.db, { currency: 'USD', priceMinor: 500 });
  const { id } = await app.db.transaction((tx) =>
    connect(tx, zone, { organizationId, actorId, form: { tariffId }, mayConnectHidden: false }),
  );
  await take(payer);
  for (const now of ['2030-04-01T09:00:00Z', '2030-04-03T09:00:00Z']) {
    await setClock(app.db, now);
    await run();
  }
  expect(await promiseOf(payer)).toEqual(['unpaid']);
  const { rows } = await app.db.queryText('select kind from subscription_lines where subscription_id = $1', [id]);
  expect(rows).toEqual([{ kind: 'period' }]);
});
